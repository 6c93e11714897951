import type { Deployment, MyLabDetails } from '@flagyard/api-types'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { api } from '../../lib/api.ts'
import { callQuery } from '../../lib/query.ts'
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
  const cache = useQueryClient()
  const queryKey = callQuery('getMyLab', { slug: lab }).queryKey
  const {
    data: myLab,
    error,
    refetch,
  } = useQuery({
    ...callQuery('getMyLab', { slug: lab }),
    refetchInterval: ({ state }) => (isOurFault(state.data?.deployment) ? TRIED_AGAIN_MS : false),
  })
  const { run, pendingName: pendingAction, error: actionError } = useAction()
  const [formerData, setFormerData] = useState<Record<string, string>>({})

  const storeDeployment = (deployment: Deployment) => {
    cache.setQueryData<MyLabDetails>(
      queryKey,
      (known) => known && { ...known, deployment, resets_left: deployment.resets_left },
    )
    void cache.invalidateQueries({ queryKey: ['listMyLabs'] })
  }
  const onDeploymentChange = (deployment: Deployment) => {
    // A late event of the previous deployment must not replace the one just started by a reset.
    if (cache.getQueryData<MyLabDetails>(queryKey)?.deployment?.id === deployment.id) storeDeployment(deployment)
    // The end of a deployment may have restored a reset.
    if (deployment.state === 'ended') void cache.invalidateQueries({ queryKey })
  }
  const liveId = myLab?.deployment && myLab.deployment.state !== 'ended' ? myLab.deployment.id : null
  useFollowDeployment(liveId, onDeploymentChange)

  const runAction = async (action: LabAction): Promise<void> => {
    if (action === 'resetAll') setFormerData(myLab?.extra_data ?? {})
    const done = await run(async () => {
      storeDeployment(await actions[action](lab, lesson))
      if (action === 'resetAll') await cache.invalidateQueries({ queryKey })
    }, action)
    // A rejection may mean that the lab has changed, so it is refetched.
    if (!done) void cache.invalidateQueries({ queryKey })
  }
  return {
    myLab,
    error,
    retry: () => void refetch(),
    runAction,
    /** Extra data from before a reset that asks for it again, used to prefill the form. */
    formerData,
    pendingAction,
    actionError,
    /** Refetches the lab after a change elsewhere. */
    refresh: () => void cache.invalidateQueries({ queryKey }),
    setLab: (next: MyLabDetails) => void cache.setQueryData(queryKey, next),
  }
}

/** Support may retry such a lab. An ended deployment has no live updates, so an open page polls for it. */
const isOurFault = (deployment: Deployment | null | undefined) =>
  deployment?.state === 'ended' && (deployment.reason === 'failed' || deployment.reason === 'administrator')
const TRIED_AGAIN_MS = 15_000

const withIdempotencyKey = () => ({ idempotencyKey: crypto.randomUUID() })

const actions: Record<LabAction, (lab: string, lesson: CourseLessonRef) => Promise<Deployment>> = {
  deploy: (_, lesson) => api.deployLab(lesson, withIdempotencyKey()),
  extend: (_, lesson) => api.extendLab(lesson, withIdempotencyKey()),
  end: (_, lesson) => api.destroyLab(lesson),
  reset: (_, lesson) => api.resetLabEnvironment(lesson, withIdempotencyKey()),
  resetAll: (lab) => api.resetLab({ slug: lab }, withIdempotencyKey()),
}
