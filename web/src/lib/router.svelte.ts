/** Where in the app we are: the path of the address, without reloading the page. */

import { isSite } from "./site";

interface Place {
  path: string;
  query: URLSearchParams;
}

/** Where an address of the app leads: in a folder without a server the path is behind a `#`. */
function here(): Place {
  const [path = "/", query = ""] = isSite ? (location.hash.startsWith("#/") ? location.hash.slice(1) : "/").split("?") : [];
  return isSite ? { path, query: new URLSearchParams(query) } : { path: location.pathname, query: new URLSearchParams(location.search) };
}

let place = $state.raw<Place>(here());

export const router = {
  get path(): string {
    return place.path;
  },
  get query(): URLSearchParams {
    return place.query;
  },
};

export function go(address: string, replace = false): void {
  history[replace ? "replaceState" : "pushState"](null, "", isSite ? `#${address}` : address);
  place = here();
  scrollTo(0, 0);
}

addEventListener("popstate", () => {
  place = here();
});

/** Plain clicks on links within the app stay within the app. */
export function followLinks(event: MouseEvent): void {
  if (event.defaultPrevented || event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
  const link = (event.target as Element | null)?.closest("a");
  if (!link || link.target || link.hasAttribute("download") || link.origin !== location.origin || link.pathname.startsWith("/api/")) return;
  if (isSite && link.getAttribute("href")?.startsWith("#")) {
    event.preventDefault(); // what is behind the # is where we are
    document.querySelector<HTMLElement>(link.hash)?.focus();
    return;
  }
  // A place on this page is the browser's to go to: it moves the focus there too.
  if (link.hash && link.pathname === location.pathname && link.search === location.search) return;
  event.preventDefault();
  go(link.pathname + link.search);
}
