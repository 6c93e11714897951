/** Result of a policy evaluation: whether the request is allowed, and the reason as the cloud itself would word it. */
export interface Verdict {
  allowed: boolean
  reason: string
}
