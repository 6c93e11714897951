import type { Stage } from '@flagyard/api-types'
import { StageList } from '@flagyard/ui/StageList'
import { useNow } from '../../lib/useNow.ts'

/** The stages of a deployment, with a clock for what is being built. */
export const Stages = (props: { stages: Stage[]; isSilent?: boolean }) => <StageList {...props} now={useNow()} />
