import type { Accepted } from '@flagyard/api-types/contract/operation'
import type { CallOptions, ResourceName } from './driver.ts'

/** What the page of a running lab shows its learner of the way in. */
export type LabPanel = Pick<
  Accepted<'deployment'>,
  'cloud' | 'account_id' | 'region' | 'console_url' | 'credentials' | 'outputs'
>

export interface SeenResource extends ResourceName {
  attributes: Record<string, string>
}

/** The provider's console, as whoever signs in with the credentials of a lab sees it. It knows nothing else of the lab. */
export interface CloudConsole {
  /** Everything that stands in the account. Throws a refused CloudError when the credentials open nothing. */
  look(panel: LabPanel, run: CallOptions): Promise<SeenResource[]>
}
