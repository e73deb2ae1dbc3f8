import { ApiError, type ErrorBody } from '@atrium/client/api-error'
import { renewOnce } from './api.ts'
import { languageHeader } from './language.ts'

/** Uses XMLHttpRequest, which unlike fetch reports upload progress. */
export async function upload<T>(address: string, form: FormData, onProgress: (share: number) => void) {
  let request = await send(address, form, onProgress)
  // A server that refuses a body while it is being sent closes the connection, which gives status 0.
  const mayBeSignedOut = request.status === 401 || request.status === 0
  if (mayBeSignedOut && (await renewOnce()?.catch(() => false))) {
    request = await send(address, form, onProgress)
  }
  if (request.status === 200) return request.response as T
  throw refusal(request)
}

function send(address: string, form: FormData, onProgress: (share: number) => void) {
  const { promise, resolve } = Promise.withResolvers<XMLHttpRequest>()
  const request = new XMLHttpRequest()
  request.open('POST', address)
  request.responseType = 'json'
  const headers = { accept: 'application/json', ...languageHeader() }
  for (const [name, value] of Object.entries(headers)) request.setRequestHeader(name, value)
  request.upload.onprogress = ({ loaded, total }) => onProgress(loaded / total)
  request.onloadend = () => resolve(request)
  request.send(form)
  return promise
}

function refusal({ status, statusText, response }: XMLHttpRequest) {
  if (status === 0) return new ApiError(0, 'The server did not answer')
  const { error } = (response ?? {}) as Partial<ErrorBody>
  return new ApiError(status, error?.message ?? statusText, error?.details)
}
