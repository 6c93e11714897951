import type { LearningFound, MyCourse, MyLab } from '@flagyard/api-types'
import { paths } from '@flagyard/api-types/links'
import { Dialog } from '@flagyard/ui/Dialog'
import { errorMessage } from '@flagyard/ui/Feedback'
import { countOf } from '@flagyard/ui/format'
import { type Option, OptionGroups, OptionInput } from '@flagyard/ui/OptionBox'
import { useDebounced } from '@flagyard/ui/useDebounced'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useNavigate } from 'react-router-dom'
import { api } from '../../lib/api.ts'
import { formatSeconds } from '../../lib/format.ts'
import { callQuery, queryClient } from '../../lib/query.ts'
import { labPath, notePath } from '../../lib/record-paths.ts'
import { showSuccess } from '../../shell/toasts.ts'

const LABEL = 'Go to, or submit a flag'

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
    <Dialog open alignTop title={LABEL} onClose={onClose}>
      <OptionInput
        label={LABEL}
        placeholder="A course, a lesson, a page, FLAG{…}"
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
    { label: 'Continue', options: text === '' ? courses.flatMap(ofResume).slice(0, 2) : [] },
    { label: 'Flags', options: ofFlags(text, labs, (why) => setRefusal({ of: text, why })) },
    ...kinds.map(({ label, kind }) => ({ label, options: found.filter((one) => one.kind === kind).map(ofFound) })),
    { label: 'Pages', options: pages.filter(({ title }) => title.toLowerCase().includes(text.toLowerCase())) },
    { label: 'Vouchers', options: VOUCHER_CODE.test(text) ? [ofVoucher(text)] : [] },
  ].filter(({ options }) => options.length > 0)
  const waits = text !== q || isFetching
  const atOnce = groups.filter(({ label }) => label === 'Continue' || label === 'Flags')
  /** Index of the first option from an earlier query. */
  const staleFrom = waits ? atOnce.reduce((sum, { options }) => sum + options.length, 0) : undefined
  return { groups, staleFrom, said: said() }

  function said(): string {
    if (refusal.of === text && refusal.why) return refusal.why
    if (error && asks) return errorMessage(error)
    if (waits) return 'Searching…'
    const count = groups.reduce((sum, { options }) => sum + options.length, 0)
    if (count === 0) return `No results for “${text}”.`
    return text === '' ? '' : countOf(count, 'result')
  }
}

const kinds = [
  { kind: 'lesson', label: 'My lessons' },
  { kind: 'note', label: 'My notes' },
  { kind: 'course', label: 'Courses' },
  { kind: 'lab', label: 'Labs' },
  { kind: 'exam', label: 'Exams' },
] as const

const pages: Choice[] = [
  { key: 'dashboard', title: 'Dashboard', take: paths.dashboard },
  { key: 'courses', title: 'All courses', take: paths.courses },
  { key: 'bundles', title: 'Bundles', take: paths.bundles },
  { key: 'activate', title: 'Activate a voucher', take: paths.activateVoucher },
  { key: 'notes', title: 'My notes', take: paths.notes },
  { key: 'vouchers', title: 'My vouchers', take: paths.vouchers },
  { key: 'certificates', title: 'My certificates', take: paths.certificates },
  { key: 'orders', title: 'My orders', take: paths.orders },
  { key: 'profile', title: 'Profile', take: paths.profile },
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
  title: 'Activate this voucher',
  detail: code.toUpperCase(),
  take: paths.activateVoucherCode(code.toUpperCase()),
})

/** The typed text may be a flag of any running lab. */
function ofFlags(text: string, labs: MyLab[], onRefused: (why: string) => void): Choice[] {
  const running = labs.filter(({ deployment }) => deployment?.state === 'running')
  return running.map((lab): Choice => {
    const key = `flag ${lab.slug}`
    if (text === '') return { key, title: 'Submit a flag', detail: lab.title, take: `${labPath(lab)}#flags` }
    return {
      key,
      title: `Submit “${text}”`,
      detail: `As a flag of ${lab.title}`,
      async take(close) {
        try {
          const { correct, flag } = await api.submitLabFlag({ slug: lab.slug, labFlagPayload: { flag: text } })
          if (!correct || !flag) return onRefused(`That is not a flag of ${lab.title}.`)
          showSuccess(`Correct. “${flag.title}” is solved, ${countOf(flag.earned, 'point')}.`)
          void queryClient.invalidateQueries()
          close()
        } catch (error) {
          onRefused(errorMessage(error))
        }
      },
    }
  })
}
