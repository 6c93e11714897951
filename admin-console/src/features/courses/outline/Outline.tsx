import type { CourseRecord } from '@flagyard/api-types'
import { consolePaths } from '@flagyard/api-types/console-links'
import { MAX_LESSONS, MAX_SECTIONS } from '@flagyard/api-types/contract/content-fields'
import { Icon } from '@flagyard/ui/Icon'
import { Button } from '@mui/material'
import { replaceEqualDeep } from '@tanstack/react-query'
import { useMemo, useRef, useState } from 'react'
import { useInput, useNotify } from 'react-admin'
import { useFormContext } from 'react-hook-form'
import { useNavigate } from 'react-router-dom'
import { EditForm } from '../../../crud/record/EditForm.tsx'
import { countOf } from '../../../lib/format.ts'
import type { OutlineRecord, OutlineSection } from '../../../providers/outline-record.ts'
import styles from '../CourseEdit.module.css'
import {
  addLesson,
  addSection,
  change,
  findPart,
  isNew,
  move,
  moveBy,
  remove,
  type Sections,
  sectionOf,
  toSend,
  undoRemove,
} from './edit-outline.ts'
import { type OutlineActions, OutlineTree } from './OutlineTree.tsx'
import { PartDialog } from './PartDialog.tsx'

export default function Outline({ course }: { course: CourseRecord }) {
  return (
    <EditForm<OutlineRecord>
      resource="outlines"
      id={course.id}
      recordLabel="outline"
      labels={{ sections: 'Sections and lessons' }}
      texts={{ sections: (sections) => linesOf(sections as Sections) }}
      successMessage={savedMessage}
      transform={(data: OutlineRecord) => ({ ...data, sections: toSend(data.sections) })}
    >
      <OutlineInput course={course} />
    </EditForm>
  )
}

/** Notification after a save. Removed parts with learner history are archived. */
const savedMessage = ({ archived }: OutlineRecord) =>
  archived.length === 0
    ? 'Outline saved'
    : `Outline saved. Archived because learners have progress there: ${archived.join(', ')}`

/** The outline as text, for comparison in a conflict. */
const linesOf = (sections: Sections) =>
  sections
    .flatMap(({ title, lessons, opens_after }) => [
      opens_after ? `${title} (opens after ${opens_after})` : title,
      ...lessons.map(
        ({ title, kind, required, free_preview }) =>
          `  ${title} (${[kind, !required && 'optional', free_preview && 'free'].filter(Boolean).join(', ')})`,
      ),
    ])
    .join('\n')

/** The outline tree as a form field, so that drafts, conflicts and saves work as for other fields. */
function OutlineInput({ course }: { course: CourseRecord }) {
  const { field } = useInput<OutlineSection[]>({
    source: 'sections',
    defaultValue: [],
    format: identity,
    parse: identity,
  })
  // The form returns copies. Unchanged rows must keep their identity.
  const before = useRef<Sections>([])
  const sections = replaceEqualDeep(before.current, field.value as Sections)
  before.current = sections
  const { actions, said, edited, closeDialog, addSectionAtEnd } = useOutline(course, field.onChange)
  const part = edited && findPart(sections, edited)
  const lessons = sections.reduce((sum, { lessons }) => sum + lessons.length, 0)
  return (
    <div className={styles.stack}>
      <div className={styles.bar}>
        <p className="muted small">
          {countOf(sections.length, 'section')}, {countOf(lessons, 'lesson')}. Drag a row to reorder, or press Alt with
          ↑ or ↓. Press Enter to open a lesson.
        </p>
        <Button
          variant="outlined"
          size="small"
          startIcon={<Icon name="plus" size={16} />}
          disabled={sections.length >= MAX_SECTIONS || lessons >= MAX_LESSONS}
          onClick={addSectionAtEnd}
        >
          Add section
        </Button>
      </div>
      {sections.length === 0 ? (
        <p className={styles.empty}>No sections yet. A course consists of sections with lessons.</p>
      ) : (
        <OutlineTree
          sections={sections}
          actions={actions}
          label={`Sections and lessons of ${course.title}`}
          isDisabled={!course.allowed.includes('update')}
        />
      )}
      <p role="status" className="visually-hidden">
        {said}
      </p>
      {part && (
        <PartDialog
          part={part}
          sections={sections}
          onChange={(fields) => field.onChange(change(sections, part.id, fields))}
          onClose={closeDialog}
        />
      )}
    </div>
  )
}

const identity = (value: OutlineSection[]) => value

/** Actions of the rows. They read the current value from the form, and so keep their identity between changes. */
function useOutline(course: CourseRecord, onChange: (sections: OutlineSection[]) => void) {
  const { getValues } = useFormContext()
  const navigate = useNavigate()
  const notify = useNotify()
  const [said, setSaid] = useState('')
  const [edited, setEdited] = useState<string>()
  const change = useRef(onChange)
  change.current = onChange

  const notes = useMemo(() => notesOf(course), [course])
  const actions = useMemo<OutlineActions>(() => {
    const now = (): Sections => getValues('sections')
    const moved = (key: string, next: OutlineSection[]) => {
      change.current(next)
      setSaid(positionOf(next, key))
    }
    return {
      move: (key, place) => moved(key, move(now(), key, place)),
      moveBy: (key, by) => moved(key, moveBy(now(), key, by)),
      edit: ({ id }) => setEdited(id),
      remove: (part) => {
        const before = now()
        change.current(remove(before, part.id))
        setSaid(`Removed ${part.title}.`)
        notify(<Removed title={part.title} onUndo={() => change.current(undoRemove(now(), before, part.id))} />, {
          autoHideDuration: UNDO_MS,
        })
      },
      addLesson: (section) => {
        const [next, id] = addLesson(now(), section.id, 'New lesson')
        change.current(next)
        setEdited(id)
      },
      open: (key) => {
        const part = findPart(now(), key)
        if (!part || 'lessons' in part) return
        if (isNew(part)) notify('Save the outline before you edit this lesson.', { type: 'info' })
        else navigate(`${consolePaths.course(course.slug)}/outline/${part.id}`)
      },
      noteOf: ({ id }) => (id.startsWith('new-') ? 'new' : notes.get(id)),
    }
  }, [course.slug, notes, getValues, navigate, notify])

  const addSectionAtEnd = () => {
    const [next, id] = addSection(getValues('sections'), 'New section')
    onChange(next)
    setEdited(id)
  }
  return { actions, said, edited, closeDialog: () => setEdited(undefined), addSectionAtEnd }
}

const UNDO_MS = 15_000

const Removed = ({ title, onUndo }: { title: string; onUndo: () => void }) => (
  <div className="row between" role="status">
    <span>“{title}” will be removed when you save.</span>
    <Button size="small" color="inherit" onClick={onUndo}>
      Undo
    </Button>
  </div>
)

/** Position of a part: `“How IAM decides” is lesson 3 of 8 in “Start”.` */
function positionOf(sections: Sections, key: string): string {
  const at = sections.findIndex(({ id }) => id === key)
  if (at >= 0) return `“${sections[at]?.title}” is section ${at + 1} of ${sections.length}.`
  const section = sectionOf(sections, key)
  const place = section?.lessons.findIndex(({ id }) => id === key) ?? -1
  if (!section || place < 0) return ''
  return `“${section.lessons[place]?.title}” is lesson ${place + 1} of ${section.lessons.length} in “${section.title}”.`
}

/** Notes per lesson: incomplete, or changed since the last publication. */
function notesOf({ outline, missing }: CourseRecord): Map<string, string> {
  const incomplete = new Set(missing.map(({ lesson_id }) => lesson_id))
  const notes = outline.sections
    .flatMap(({ lessons }) => lessons)
    .flatMap(({ id, changed }): [string, string][] =>
      incomplete.has(id) ? [[id, 'incomplete']] : changed ? [[id, 'changed']] : [],
    )
  return new Map(notes)
}
