import type { Stage } from '@flagyard/api-types'
import { StageList } from '@flagyard/ui/StageList'
import { useNow } from '../../lib/useNow.ts'

/** Stages of a deployment, with a timer for the current one. */
export const Stages = (props: { stages: Stage[]; isSilent?: boolean }) => <StageList {...props} now={useNow()} />
