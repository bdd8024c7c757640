// What is known of a picture's parts, by live views and in pages without a kernel.

/** Whether a picture is made of several charts: elsewhere page up and page down scroll the page. */
function hasParts(picture) {
  const parts = ':is([aria-roledescription="chart"], [aria-roledescription="panel"])';
  return picture.querySelector(`svg ${parts}`) !== null;
}
