/** Where the app lies, and whether it is a folder of files without a server: `tegel site` marks such a page. */

/** Whether there is no server at all. Then the path within the app is behind a `#`, so that any web server will do. */
export const isSite = typeof document !== "undefined" && document.querySelector("meta[name=tegel-site]") !== null;

/** The folder of the app, with a slash at its end. */
export const BASE = isSite ? new URL(".", location.href).pathname : "/";
