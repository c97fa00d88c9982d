// A file sent to the server, with how much of it is there: `fetch` does not tell.
import { address, asJson } from './api.ts';
import { ApiError } from './provider_types.ts';

/** Put a file below `api/v1/`; `onSent` is called with the share that was sent, from 0 to 1. */
export function upload<T>(path: string, file: Blob, onSent: (share: number) => void): Promise<T> {
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest();
    request.open('PUT', address(path));
    request.responseType = 'arraybuffer';
    request.upload.onprogress = ({ loaded, total }) => onSent(total > 0 ? loaded / total : 1);
    request.onerror = () => reject(new ApiError(0, 'The server is not responding.'));
    request.onload = () => {
      const isOk = request.status >= 200 && request.status < 300;
      if (isOk) resolve(asJson<T>(request.response as ArrayBuffer));
      else reject(errorOf(request));
    };
    request.send(file);
  });
}

function errorOf({ status, response }: XMLHttpRequest): ApiError {
  try {
    const body = asJson<{ error?: { message?: string } }>(response as ArrayBuffer);
    if (body.error?.message) return new ApiError(status, body.error.message);
  } catch {
    // Not JSON: a proxy in between answered; its status says enough.
  }
  return new ApiError(status, `The server answered ${String(status)}.`);
}
