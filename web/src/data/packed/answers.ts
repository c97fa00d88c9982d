// Answers in JSON, as bytes: what providers hand out.

export function jsonBytes(answer: unknown): ArrayBuffer {
  return new TextEncoder().encode(JSON.stringify(answer)).buffer;
}

export function fromJson<T>(bytes: ArrayBuffer): T {
  return JSON.parse(new TextDecoder().decode(bytes)) as T;
}
