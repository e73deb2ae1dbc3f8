import type { Attachment } from '@atrium/tasks/tasks/attachment.schema'
import { ApiError, type ErrorBody } from '@atrium/ui/api-error'

/** The one request that is no fetch: only XMLHttpRequest tells how much of a body has gone. */
export function uploadFile(taskId: number, file: File, onProgress: (share: number) => void) {
  const { promise, resolve, reject } = Promise.withResolvers<Attachment>()
  const request = new XMLHttpRequest()
  request.open('POST', `/task/${taskId}/attachment`)
  request.responseType = 'json'
  request.setRequestHeader('accept', 'application/json')
  request.upload.onprogress = ({ loaded, total }) => onProgress(loaded / total)
  request.onerror = () => reject(new ApiError(0, 'The server did not answer'))
  request.onload = () => {
    if (request.status === 200) resolve(request.response.item)
    else reject(refusal(request))
  }
  const form = new FormData()
  form.append('file', file, file.name)
  request.send(form)
  return promise
}

function refusal({ status, statusText, response }: XMLHttpRequest) {
  const { error } = (response ?? {}) as Partial<ErrorBody>
  return new ApiError(status, error?.message ?? statusText, error?.details)
}
