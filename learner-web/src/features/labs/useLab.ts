import type { Deployment, MyLab } from '@flagyard/api-types'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { api } from '../../lib/api.ts'
import { callQuery } from '../../lib/query.ts'
import { errorMessage } from '../../lib/useSubmit.ts'
import { useFollow } from '../deployments/follow.ts'

/** The lesson that holds the lab, in its course. */
export interface LabLesson {
  slug: string
  section: string
  lesson: string
}

export type LabAction = 'deploy' | 'extend' | 'end' | 'reset' | 'resetAll'
export type LabHandle = ReturnType<typeof useLab>

/** A lab and me, its deployment followed as it happens, and what can be done with it. */
export function useLab(lab: string, at: LabLesson) {
  const cache = useQueryClient()
  const key = callQuery('getMyLab', { slug: lab }).queryKey
  const { data: mine, error, refetch } = useQuery(callQuery('getMyLab', { slug: lab }))
  const [acting, setActing] = useState<LabAction | null>(null)
  const [problem, setProblem] = useState<string>()

  const keep = (deployment: Deployment) => {
    cache.setQueryData<MyLab>(key, (known) => known && { ...known, deployment, resets_left: deployment.resets_left })
    void cache.invalidateQueries({ queryKey: ['listMyLabs'] })
  }
  const heard = (deployment: Deployment) => {
    // An event of the one before must not hide the one that a reset has just begun.
    if (cache.getQueryData<MyLab>(key)?.deployment?.id === deployment.id) keep(deployment)
    // What ends may have given a reset back.
    if (deployment.state === 'ended') void cache.invalidateQueries({ queryKey: key })
  }
  const live = mine?.deployment && mine.deployment.state !== 'ended' ? mine.deployment.id : null
  useFollow(live, heard)

  const act = async (action: LabAction): Promise<boolean> => {
    setActing(action)
    setProblem(undefined)
    try {
      keep(await calls[action](lab, at))
      if (action === 'resetAll') await cache.invalidateQueries({ queryKey: key })
      return true
    } catch (failure) {
      setProblem(errorMessage(failure))
      // What refused may have changed meanwhile: show it as it is now.
      void cache.invalidateQueries({ queryKey: key })
      return false
    } finally {
      setActing(null)
    }
  }
  return {
    mine,
    error,
    retry: () => void refetch(),
    act,
    acting,
    problem,
    replace: (now: MyLab) => void cache.setQueryData(key, now),
  }
}

const once = () => ({ idempotencyKey: crypto.randomUUID() })

const calls: Record<LabAction, (lab: string, at: LabLesson) => Promise<Deployment>> = {
  deploy: (_, at) => api.deployLab(at, once()),
  extend: (_, at) => api.extendLab(at, once()),
  end: (_, at) => api.destroyLab(at),
  reset: (_, at) => api.resetLabEnvironment(at, once()),
  resetAll: (lab) => api.resetLab({ slug: lab }, once()),
}
