import type { LearningFound, MyCourse, MyLab } from '@flagyard/api-types'
import { paths } from '@flagyard/api-types/links'
import { Dialog } from '@flagyard/ui/Dialog'
import { errorMessage } from '@flagyard/ui/Feedback'
import { type Option, OptionGroups, OptionInput } from '@flagyard/ui/OptionBox'
import { useDebounced } from '@flagyard/ui/useDebounced'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useNavigate } from 'react-router-dom'
import { api } from '../../lib/api.ts'
import { formatSeconds } from '../../lib/format.ts'
import { callQuery, queryClient } from '../../lib/query.ts'
import { labPath, notePath } from '../../lib/record-paths.ts'
import * as t from '../../messages/en/search.ts'
import { showSuccess } from '../../shell/toasts.ts'

export default function Palette({ onClose }: { onClose: () => void }) {
  const [typed, setTyped] = useState('')
  const [at, setAt] = useState(0)
  const navigate = useNavigate()
  const { groups, staleFrom, said } = usePalette(typed)
  const count = groups.reduce((sum, { options }) => sum + options.length, 0)
  const current = Math.min(at, count - 1)
  const take = ({ take }: Choice) => {
    if (typeof take !== 'string') return void take(onClose)
    onClose()
    void navigate(take)
  }
  return (
    <Dialog open alignTop title={t.title} onClose={onClose}>
      <OptionInput
        label={t.title}
        placeholder={t.placeholder}
        maxLength={500}
        typed={typed}
        onType={(next) => {
          setTyped(next)
          setAt(0)
        }}
        count={count}
        current={current}
        staleFrom={staleFrom}
        onWalk={setAt}
        onClose={onClose}
      />
      <OptionGroups groups={groups} current={current} onTake={take} />
      <p className="small muted" role="status">
        {said}
      </p>
    </Dialog>
  )
}

interface Choice extends Option {
  /** Target path, or an action that closes the palette when it is done. */
  take: string | ((close: () => void) => Promise<void>)
}

const LETTERS = 3
const PAUSE_MS = 150
/** Format of voucher codes: groups of letters and digits. */
const VOUCHER_CODE = /^[0-9A-Z]{5}(-[0-9A-Z]{5}){3,}(-[0-9A-Z]{1,6})?$/i

/**
 * Options of the palette: pages, matched by name immediately; courses, lessons, notes, labs and exams, searched on the server after a pause
 * in typing; and flag submissions for running labs.
 */
function usePalette(typed: string) {
  const [refusal, setRefusal] = useState({ of: '', why: '' })
  const text = typed.trim()
  const q = useDebounced(text, PAUSE_MS)
  const asks = q.length >= LETTERS && q.length <= 100
  const { data: courses = [] } = useQuery(callQuery('listMyCourses'))
  const { data: labs = [] } = useQuery(callQuery('listMyLabs'))
  const { data, error, isFetching } = useQuery({
    ...callQuery('searchLearning', { q }),
    enabled: asks,
    placeholderData: keepPreviousData,
  })
  const found = asks && data ? data : []
  const groups = [
    { label: t.continueText, options: text === '' ? courses.flatMap(ofResume).slice(0, 2) : [] },
    { label: t.flags, options: ofFlags(text, labs, (why) => setRefusal({ of: text, why })) },
    ...kinds.map(({ label, kind }) => ({ label, options: found.filter((one) => one.kind === kind).map(ofFound) })),
    { label: t.pages, options: pages.filter(({ title }) => title.toLowerCase().includes(text.toLowerCase())) },
    { label: t.vouchers, options: VOUCHER_CODE.test(text) ? [ofVoucher(text)] : [] },
  ].filter(({ options }) => options.length > 0)
  const waits = text !== q || isFetching
  const atOnce = groups.filter(({ label }) => label === t.continueText || label === t.flags)
  /** Index of the first option from an earlier query. */
  const staleFrom = waits ? atOnce.reduce((sum, { options }) => sum + options.length, 0) : undefined
  return { groups, staleFrom, said: said() }

  function said(): string {
    if (refusal.of === text && refusal.why) return refusal.why
    if (error && asks) return errorMessage(error)
    if (waits) return t.searching
    const count = groups.reduce((sum, { options }) => sum + options.length, 0)
    if (count === 0) return t.noResults({ text })
    return text === '' ? '' : t.results({ count })
  }
}

const kinds = [
  { kind: 'lesson', label: t.myLessons },
  { kind: 'note', label: t.myNotes },
  { kind: 'course', label: t.courses },
  { kind: 'lab', label: t.labs },
  { kind: 'exam', label: t.exams },
] as const

const pages: Choice[] = [
  { key: 'dashboard', title: t.dashboard, take: paths.dashboard },
  { key: 'courses', title: t.allCourses, take: paths.courses },
  { key: 'bundles', title: t.bundles, take: paths.bundles },
  { key: 'activate', title: t.activateVoucher, take: paths.activateVoucher },
  { key: 'notes', title: t.myNotes, take: paths.notes },
  { key: 'vouchers', title: t.myVouchers, take: paths.vouchers },
  { key: 'certificates', title: t.myCertificates, take: paths.certificates },
  { key: 'orders', title: t.myOrders, take: paths.orders },
  { key: 'profile', title: t.profile, take: paths.profile },
]

const ofResume = ({ slug, title, resume, completed_at }: MyCourse): Choice[] =>
  resume && !completed_at
    ? [{ key: `resume ${slug}`, title: resume.title, detail: title, take: paths.lesson(slug, resume) }]
    : []

function ofFound({ kind, slug, title, within, lesson, note }: LearningFound, at: number): Choice {
  if (note && lesson) return ofNote({ ...note, course: slug, ...lesson }, { title, within, at })
  const take = lesson
    ? paths.lesson(slug, lesson)
    : { course: paths.course, lesson: paths.classroom, lab: paths.lab, exam: paths.exam, note: () => paths.notes }[
        kind
      ](slug)
  return { key: `${kind} ${take}`, title, detail: within, take }
}

/** A note links to its position in the lesson, or to the page of all notes if the lesson was removed from its course. */
const ofNote = (
  { position_seconds, ...place }: Parameters<typeof notePath>[0] & { position_seconds: number | null },
  { title, within, at }: { title: string; within: string | null; at: number },
): Choice => ({
  key: `note ${at}`,
  title,
  isPrivate: true,
  detail: position_seconds === null ? within : `${within} · ${formatSeconds(position_seconds)}`,
  take: notePath(place, position_seconds) ?? paths.notes,
})

const ofVoucher = (code: string): Choice => ({
  key: 'code',
  title: t.activateThisVoucher,
  detail: code.toUpperCase(),
  take: paths.activateVoucherCode(code.toUpperCase()),
})

/** The typed text may be a flag of any running lab. */
function ofFlags(text: string, labs: MyLab[], onRefused: (why: string) => void): Choice[] {
  const running = labs.filter(({ deployment }) => deployment?.state === 'running')
  return running.map((lab): Choice => {
    const key = `flag ${lab.slug}`
    if (text === '') return { key, title: t.submitFlag, detail: lab.title, take: `${labPath(lab)}#flags` }
    return {
      key,
      title: t.submitTyped({ text }),
      detail: t.flagOf({ title: lab.title }),
      async take(close) {
        try {
          const { correct, flag } = await api.submitLabFlag({ slug: lab.slug, labFlagPayload: { flag: text } })
          if (!correct || !flag) return onRefused(t.notFlagOf({ title: lab.title }))
          showSuccess(t.solved({ title: flag.title, earned: flag.earned }))
          void queryClient.invalidateQueries()
          close()
        } catch (error) {
          onRefused(errorMessage(error))
        }
      },
    }
  })
}
