print("chart-kernel")
