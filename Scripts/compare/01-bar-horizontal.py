from matplotlib.ticker import PercentFormatter

table = read("unemployment.csv")
table = table[table.month == "2010-02-01"].sort_values("rate")
axes.barh(table.industry, table.rate / 100)
axes.xaxis.set_major_formatter(PercentFormatter(1))
axes.set_title("Construction was hit far harder than any other industry")
axes.set_xlabel("Unemployment rate")
