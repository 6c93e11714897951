import { Icon, type IconName } from '@flagyard/ui/Icon'
import { createContext, useContext, useMemo, useState } from 'react'
import { Button } from 'react-aria-components/Button'
import { Collection } from 'react-aria-components/Collection'
import { Tree, TreeItem, TreeItemContent } from 'react-aria-components/Tree'
import { ListLayout, Virtualizer } from 'react-aria-components/Virtualizer'
import type { OutlineLesson, OutlineSection } from '../../../providers/outline-record.ts'
import { type Place, useMovedRows } from '../../content/OrderList.tsx'
import { fits, type Sections } from './edit-outline.ts'
import styles from './OutlineTree.module.css'

/** Actions of a row, and the notes shown in it. */
export interface OutlineActions {
  /** Called on Enter or a click on a row. */
  open: (key: string) => void
  edit: (part: OutlineSection | OutlineLesson) => void
  remove: (part: OutlineSection | OutlineLesson) => void
  addLesson: (section: OutlineSection) => void
  move: (key: string, place: Place) => void
  moveBy: (key: string, by: -1 | 1) => void
  /** Note at the end of a lesson's row. */
  noteOf: (lesson: OutlineLesson) => string | undefined
}

interface Props {
  sections: Sections
  actions: OutlineActions
  label: string
  isDisabled: boolean
}

const Actions = createContext<OutlineActions | null>(null)
const ROW_HEIGHT = 52

/** Sections and lessons as one tree. It is virtualised, so that large courses stay fast. Rows are moved as in other lists. */
export function OutlineTree({ sections, actions, label, isDisabled }: Props) {
  const [closed, setClosed] = useState<ReadonlySet<string>>(new Set())
  const expanded = useMemo(() => sections.flatMap(({ id }) => (closed.has(id) ? [] : [id])), [sections, closed])
  const { dragAndDropHooks, onKeyDownCapture } = useMovedRows({
    isDisabled,
    fits: (key, place) => fits(sections, key, place),
    move: actions.move,
    moveBy: actions.moveBy,
  })
  return (
    <Actions value={actions}>
      <div className={styles.frame} onKeyDownCapture={onKeyDownCapture}>
        <Virtualizer layout={ListLayout} layoutOptions={{ rowHeight: ROW_HEIGHT, dropIndicatorThickness: 4 }}>
          <Tree
            aria-label={label}
            className={styles.tree ?? ''}
            items={sections}
            expandedKeys={expanded}
            onExpandedChange={(keys) => setClosed(new Set(sections.flatMap(({ id }) => (keys.has(id) ? [] : [id]))))}
            onAction={(key) => actions.open(String(key))}
            dragAndDropHooks={dragAndDropHooks}
          >
            {renderSection}
          </Tree>
        </Virtualizer>
      </div>
    </Actions>
  )
}

// Stable functions, so that rows are not rendered again.
const renderSection = (section: OutlineSection) => (
  <TreeItem id={section.id} textValue={section.title} className={styles.section ?? ''} hasChildItems>
    <TreeItemContent>
      <Row part={section} icon="menu" />
    </TreeItemContent>
    <Collection items={section.lessons}>{renderLesson}</Collection>
  </TreeItem>
)

const renderLesson = (lesson: OutlineLesson) => (
  <TreeItem id={lesson.id} textValue={lesson.title} className={styles.lesson ?? ''}>
    <TreeItemContent>
      <Row part={lesson} icon={kinds[lesson.kind].icon} />
    </TreeItemContent>
  </TreeItem>
)

export const kinds: Record<OutlineLesson['kind'], { icon: IconName; name: string }> = {
  video: { icon: 'play', name: 'Video' },
  lab: { icon: 'flask', name: 'Lab' },
  reading: { icon: 'book', name: 'Reading' },
}

/** Number of row renders, checked by a test. */
export const renderCounts = { rows: 0 }

function Row({ part, icon }: { part: OutlineSection | OutlineLesson; icon: IconName }) {
  renderCounts.rows += 1
  const actions = useContext(Actions)
  const isSection = 'lessons' in part
  const about = isSection
    ? part.opens_after && `opens after ${part.opens_after}`
    : [!part.required && 'optional', part.free_preview && 'free', actions?.noteOf(part)].filter(Boolean).join(' · ')
  return (
    <div className={styles.row}>
      <Button slot="drag" className={styles.handle ?? ''} aria-label={`Move ${part.title}`}>
        <Icon name="menu" size={16} />
      </Button>
      {isSection ? (
        <Button slot="chevron" className={styles.chevron ?? ''}>
          <Icon name="chevron" size={16} />
        </Button>
      ) : (
        <span className={styles.kind} role="img" aria-label={kinds[part.kind].name}>
          <Icon name={icon} size={16} />
        </span>
      )}
      <span className={styles.title}>{part.title}</span>
      {about && <span className={styles.about}>{about}</span>}
      {isSection && (
        <Button
          className={styles.button ?? ''}
          aria-label={`Add lesson to ${part.title}`}
          onPress={() => actions?.addLesson(part)}
        >
          <Icon name="plus" size={16} />
        </Button>
      )}
      <Button className={styles.button ?? ''} aria-label={`Edit ${part.title}`} onPress={() => actions?.edit(part)}>
        Edit
      </Button>
      <Button className={styles.button ?? ''} aria-label={`Remove ${part.title}`} onPress={() => actions?.remove(part)}>
        <Icon name="close" size={16} />
      </Button>
    </div>
  )
}
