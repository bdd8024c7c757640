import numpy

table = read("seattle-weather.csv")
axes.hist(table.temp_max, bins=numpy.arange(-2, 38, 2))
axes.set_title("Most days in Seattle bring a high between 8 and 20 °C")
axes.set_xlabel("°C")
axes.set_ylabel("Days")
