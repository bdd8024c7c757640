// What anywidget calls.

/** The charts of this page, by their models' ids: a model may be handed over as another object each time. */
const charts = new Map();

function chartOf(model) {
  const id = model.get("id");
  if (!charts.has(id)) charts.set(id, new Chart(model));
  return charts.get(id);
}

function initialize({ model }) {
  const id = model.get("id");
  charts.get(id)?.close();
  charts.set(id, new Chart(model));
  return () => {
    charts.get(id)?.close();
    charts.delete(id);
  };
}

function render({ model, el }) {
  const view = new View(chartOf(model), el);
  return () => view.remove();
}

// The rest is for tests.
export { applyPatch, morph, parse };
export default { initialize, render };
