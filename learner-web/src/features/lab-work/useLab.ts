import type { Deployment, MyLabDetails } from '@flagyard/api-types'
import { ApiError } from '@flagyard/api-types/contract/problem'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { api } from '../../lib/api.ts'
import { callQuery, queryClient } from '../../lib/query.ts'
import { useAction } from '../../lib/useAction.ts'
import { useFollowDeployment } from '../deployments/follow-deployment.ts'

export interface CourseLessonRef {
  slug: string
  section: string
  lesson: string
}

export type LabAction = 'deploy' | 'extend' | 'end' | 'reset' | 'resetAll'
export type LabHandle = ReturnType<typeof useLab>

export function useLab(lab: string, lesson: CourseLessonRef) {
  const queryKey = callQuery('getMyLab', { slug: lab }).queryKey
  const query = useQuery({
    ...callQuery('getMyLab', { slug: lab }),
    refetchInterval: ({ state }) => (mayBeRetried(state.data?.deployment) ? RETRY_POLL_MS : false),
  })
  const myLab = query.data
  const { run, pendingName: pendingAction, error: actionError } = useAction()
  const [isAskedForRules, askForRules] = useState(false)
  const [earlierData, setEarlierData] = useState<Record<string, string>>({})

  const storeDeployment = (deployment: Deployment) => {
    queryClient.setQueryData<MyLabDetails>(
      queryKey,
      (known) => known && { ...known, deployment, resets_left: deployment.resets_left },
    )
    void queryClient.invalidateQueries({ queryKey: ['listMyLabs'] })
  }
  const onDeploymentChange = (deployment: Deployment) => {
    // A late event of the previous deployment must not replace the one just started by a reset.
    if (queryClient.getQueryData<MyLabDetails>(queryKey)?.deployment?.id === deployment.id) storeDeployment(deployment)
    // The end of a deployment may have restored a reset.
    if (deployment.state === 'ended') void queryClient.invalidateQueries({ queryKey })
  }
  const liveId = myLab?.deployment && myLab.deployment.state !== 'ended' ? myLab.deployment.id : null
  useFollowDeployment(liveId, onDeploymentChange)

  const runAction = async (action: LabAction): Promise<void> => {
    if (action === 'resetAll') setEarlierData(myLab?.extra_data ?? {})
    const done = await run(async () => {
      try {
        storeDeployment(await actions[action](lab, lesson))
      } catch (error) {
        if (!(error instanceof ApiError && error.extra.legal_page === 'lab_rules')) throw error
        return askForRules(true)
      }
      if (action === 'resetAll') await queryClient.invalidateQueries({ queryKey })
    }, action)
    // A rejection may mean that the lab has changed, so it is refetched.
    if (!done) void queryClient.invalidateQueries({ queryKey })
  }
  return {
    myLab,
    error: query.error,
    retry: () => void query.refetch(),
    runAction,
    /** Extra data from before a reset that asks for it again, used to prefill the form. */
    earlierData,
    /** Whether the lab starts only after the learner has accepted the rules. */
    isAskedForRules,
    askForRules,
    pendingAction,
    actionError,
    /** Refetches the lab after a change elsewhere. */
    refresh: () => void queryClient.invalidateQueries({ queryKey }),
    setLab: (next: MyLabDetails) => void queryClient.setQueryData(queryKey, next),
  }
}

/** Support may retry such a lab. An ended deployment has no live updates, so an open page polls for it. */
const mayBeRetried = (deployment: Deployment | null | undefined) =>
  deployment?.state === 'ended' && (deployment.reason === 'failed' || deployment.reason === 'administrator')
const RETRY_POLL_MS = 15_000

const withIdempotencyKey = () => ({ idempotencyKey: crypto.randomUUID() })

const actions: Record<LabAction, (lab: string, lesson: CourseLessonRef) => Promise<Deployment>> = {
  deploy: (_, lesson) => api.deployLab(lesson, withIdempotencyKey()),
  extend: (_, lesson) => api.extendLab(lesson, withIdempotencyKey()),
  end: (_, lesson) => api.destroyLab(lesson),
  reset: (_, lesson) => api.resetLabEnvironment(lesson, withIdempotencyKey()),
  resetAll: (lab) => api.resetLab({ slug: lab }, withIdempotencyKey()),
}
