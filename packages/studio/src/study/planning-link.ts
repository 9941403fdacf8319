/** The name of a run in an address inside the report on the page. */
export const RUN_LINK = '#run-';
