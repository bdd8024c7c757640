from matplotlib.ticker import EngFormatter

names = ["Individual Income Taxes", "Social Insurance", "Corporation Income Taxes", "Excise Taxes", "Miscellaneous Receipts"]
table = read("us-receipts.csv").pivot_table(index="year", columns="category", values="receipts", aggfunc="sum")[names]
axes.stackplot(table.index, 1_000_000 * table.T, labels=names)
axes.yaxis.set_major_formatter(EngFormatter("$"))
axes.legend()
axes.set_title("Federal receipts grew to three trillion dollars")
