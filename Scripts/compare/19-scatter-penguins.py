for species, rows in read("penguins.csv").groupby("species"):
    axes.scatter(rows.bill_length_mm, rows.bill_depth_mm, label=species)
axes.legend()
axes.set_title("Bills tell penguins apart")
axes.set_xlabel("Length in mm")
axes.set_ylabel("Depth in mm")
