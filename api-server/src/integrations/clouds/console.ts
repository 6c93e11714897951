import type { Accepted } from '@flagyard/api-types/contract/operation'
import type { CallOptions, ResourceName } from './driver.ts'

/** What the page of a running lab shows its learner about access. */
export type LabPanel = Pick<
  Accepted<'deployment'>,
  'cloud' | 'account_id' | 'region' | 'console_url' | 'credentials' | 'outputs'
>

export interface SeenResource extends ResourceName {
  attributes: Record<string, string>
}

/** The provider's console, as seen with the credentials of a lab. It has no other knowledge of the lab. */
export interface CloudConsole {
  /** Lists everything in the account. Throws a refused CloudError if the credentials are not accepted. */
  look(panel: LabPanel, run: CallOptions): Promise<SeenResource[]>
}
