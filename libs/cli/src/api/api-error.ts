import { OmniError } from '@omnistream/common/errors'

export type ApiErrorCode = 'API_UNREACHABLE' | 'API_REFUSED' | 'API_UNAVAILABLE' | 'API_ANSWER_UNKNOWN'

/** A request to the API that did not end in an answer we can use; `status` is 0 where there was none at all. */
export class ApiError extends OmniError<ApiErrorCode> {
  readonly status: number

  constructor(code: ApiErrorCode, status: number, message: string, cause?: unknown) {
    super(code, message, { cause, retryable: code === 'API_UNREACHABLE' || code === 'API_UNAVAILABLE' })
    this.name = 'ApiError'
    this.status = status
  }
}
