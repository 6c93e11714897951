import type { Extensions } from '../extension-points/extensions.ts'
import { alarmRules } from './alarm-rules.ts'
import { bulkActions } from './bulk-actions.ts'
import { heldContent } from './held-content.ts'
import { personalData } from './personal-data.ts'
import { retention } from './retention.ts'
import { searchSources } from './search-sources.ts'
import { timelineSources } from './timeline-sources.ts'

export const extensions: Extensions = {
  alarmRules,
  bulkActions,
  heldContent,
  personalData,
  retention,
  searchSources,
  timelineSources,
}
