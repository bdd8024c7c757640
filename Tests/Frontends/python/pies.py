"""The pie that most tests of the package use: as a spec, and as a cell that makes and shows one."""

PIE = {"kind": "pie", "id": "spending", "slices": [{"label": "Rent", "value": 25}, {"label": "Food", "value": 75}]}
CELL = 'chart = ck.pie({"Rent": 25, "Food": 30, "Fun": 45}, title="Spending", id="spending")\nchart'
