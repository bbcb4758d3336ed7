// Requests to the server. Numbers of records are longer than JavaScript's: records are passed on as text. Every failure becomes an Error whose message can be shown.

export class ApiError extends Error {
  constructor(status, message) {
    super(message);
    this.status = status;
  }
}

async function request(method, path, { token, body, signal } = {}) {
  const headers = {};
  if (token) headers.Authorization = `Bearer ${token}`;
  if (body !== undefined) headers["Content-Type"] = "application/json";
  let response;
  try {
    response = await fetch(path, { method, headers, signal, body: body === undefined ? undefined : JSON.stringify(body) });
  } catch (error) {
    if (error.name === "AbortError") throw error;
    throw new ApiError(0, "The server cannot be reached.");
  }
  const text = await response.text();
  let data = {};
  try {
    data = JSON.parse(text);
  } catch {
    data = { error: text.slice(0, 200) };
  }
  if (!response.ok) throw new ApiError(response.status, data.error || `The server answered ${response.status}.`);
  return { data, text, mark: (response.headers.get("ETag") || "").replaceAll('"', "") };
}

export const get = (path, options) => request("GET", path, options);
export const post = (path, body, options = {}) => request("POST", path, { ...options, body });

let known = null;

// What the server says about the game: actions, rules, bots. Asked for once.
export async function about() {
  known = known || (await get("/api/about")).data;
  return known;
}
