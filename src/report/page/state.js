// The state of the page in its address: #s=77&v=123 of a report, #s=10&graph=karate of a comparison.

/** The parameters in the address. */
export const addressWords = () => new URLSearchParams(window.location.hash.slice(1));

/** Reads the address of a report. */
export function readAddress() {
  const words = addressWords();
  return {s: words.has("s") ? Number(words.get("s")) : null, v: words.has("v") ? words.get("v") : null};
}

/** Writes the address, without a new entry in the history. */
export function writeAddress(state) {
  const words = new URLSearchParams();
  for (const [name, value] of Object.entries(state)) {
    if (value !== null && value !== undefined) words.set(name, String(value));
  }
  const address = `#${words}`;
  if (address === window.location.hash) return;
  try {
    window.history.replaceState(null, "", address);
  } catch {
    // A page embedded in another one, as in a notebook, has no address.
  }
}
