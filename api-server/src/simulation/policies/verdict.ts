/** What a judge answers: whether the request goes through, and why, as the cloud itself would word it. */
export interface Verdict {
  allowed: boolean
  reason: string
}
