table = read("countries.csv")
for country in ("China", "Iran", "Rwanda", "United States"):
    rows = table[table.country == country]
    axes.plot(rows.year, rows.fertility, marker="o", label=country)
axes.legend()
axes.set_title("Iran’s birth rate fell as fast as China’s")
axes.set_ylabel("Children per woman")
