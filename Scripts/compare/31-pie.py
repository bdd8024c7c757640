days = read("seattle-weather.csv").weather.value_counts()
axes.pie(days, labels=days.index, autopct="%1.0f%%")
axes.set_title("In Seattle rain and sun are even")
