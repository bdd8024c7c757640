table = read("health-income.csv").sort_values("population", ascending=False)
for region, rows in table.groupby("region"):
    axes.scatter(rows.income, rows.health, s=rows.population / 2e6, alpha=0.6, label=region.replace("_", " "))
axes.set_xscale("log")
axes.legend()
axes.set_title("In richer countries people live longer")
axes.set_xlabel("Income per person")
axes.set_ylabel("Life expectancy in years")
