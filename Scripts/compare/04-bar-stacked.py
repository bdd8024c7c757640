table = read("crimea.csv", parse_dates=["date"])
below = 0
for cause in ("disease", "wounds", "other"):
    axes.bar(table.date, table[cause], bottom=below, width=25, label=cause)
    below = below + table[cause]
axes.legend()
axes.set_title("Deaths from disease dwarfed those from battle")
