"""The charts that are tried, and where things are in them."""

import math

PIE = """kind: pie
id: spending
title: Spending
slices:
  - {label: Rent, value: 25}
  - {label: Food, value: 30}
  - {label: Travel, value: 15}
  - {label: Books, value: 10}
  - {label: Savings, value: 20}
"""
WORDS = ["Rent: 25 (25%)", "Food: 30 (30%)", "Travel: 15 (15%)", "Books: 10 (10%)", "Savings: 20 (20%)"]
# As `layout` in chart/get says.
CENTER = (320.0, 193.8)


def around(degrees: float, radius: float = 80) -> tuple[float, float]:
    """A place about the pie's centre, clockwise from three o'clock."""
    turn = math.radians(degrees)
    return CENTER[0] + radius * math.cos(turn), CENTER[1] + radius * math.sin(turn)


def turning(start: float, end: float, step: float) -> list[tuple[float, float]]:
    """The way of a hand that turns the pie."""
    count = round((end - start) / step)
    return [around(start + index * step) for index in range(count + 1)]


DAYS = 40
STEPS = f"""kind: combined
id: steps
title: Steps
x: {{labels: [{", ".join(f"d{day}" for day in range(1, DAYS + 1))}]}}
series:
  - {{type: bar, name: Steps, values: [{", ".join(str(200 + day * 137 % 800) for day in range(DAYS))}]}}
  - {{type: line, name: Goal, values: [{", ".join(str(500 + day * 61 % 200) for day in range(DAYS))}]}}
legend: {{position: bottom}}
viewport: {{visibleCount: 9, start: end, snap: true, inertia: false}}
"""

PRICES = """kind: line
id: prices
title: Prices
x: {labels: [Jan, Feb, Mar, Apr, May, Jun, Jul, Aug]}
series:
  - {name: North, values: [31, 33, 30, 36, 38, 37, 41, 40]}
  - {name: South, values: [22, 25, 27, 26, 24, 28, 31, 33]}
popups: {enabled: true, text: "{value} €"}
viewport: {visibleCount: 5}
"""

# Of each month four sales, the first of 10, the second of 20, …
_SALES = [(month, 10 * (number + 1)) for month in ("Jan", "Feb", "Mar") for number in range(4)]
_TABLE = f"""{{month: [{", ".join(month for month, _ in _SALES)}], amount: [{", ".join(str(amount) for _, amount in _SALES)}]}}"""

MONTHS = f"""kind: bar
id: months
title: Sales by month
link: sales
data:
  columns: {_TABLE}
  x: month
  transform: [{{group: {{by: month, total: sum(amount)}}}}]
series: [{{name: total}}]
"""

AMOUNTS = f"""kind: histogram
id: amounts
title: Amounts
link: sales
select: x
data: {{columns: {_TABLE}, x: amount}}
series: [{{name: Sales, bin: {{edges: [5, 15, 25, 35, 45]}}}}]
"""
