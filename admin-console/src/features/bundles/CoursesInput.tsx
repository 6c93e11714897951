import { Icon } from '@flagyard/ui/Icon'
import { IconButton, MenuItem, TextField } from '@mui/material'
import { useInput } from 'react-admin'
import { useCall } from '../../crud/useCall.ts'
import styles from '../content/content.module.css'
import { Group } from '../content/Group.tsx'

/** The courses of a bundle in their order: added from a list, moved and taken out by buttons. */
export function CoursesInput() {
  const { field, fieldState } = useInput<string[]>({ source: 'courses', defaultValue: [] })
  const { data = [] } = useCall('listCourseChoices')
  const chosen: string[] = field.value || []
  const titleOf = (slug: string) => data.find((course) => course.slug === slug)?.title ?? slug
  const others = data.filter(({ slug, status }) => !chosen.includes(slug) && status !== 'archived')
  const move = (from: number, to: number) => field.onChange(moved(chosen, from, to))
  return (
    <Group title="Courses">
      <ol className={styles.list}>
        {chosen.map((slug, at) => (
          <li key={slug} className={styles.item}>
            <span>{titleOf(slug)}</span>
            <IconButton aria-label={`Move ${titleOf(slug)} up`} disabled={at === 0} onClick={() => move(at, at - 1)}>
              <span aria-hidden>↑</span>
            </IconButton>
            <IconButton
              aria-label={`Move ${titleOf(slug)} down`}
              disabled={at === chosen.length - 1}
              onClick={() => move(at, at + 1)}
            >
              <span aria-hidden>↓</span>
            </IconButton>
            <IconButton
              aria-label={`Take out ${titleOf(slug)}`}
              onClick={() => field.onChange(chosen.filter((course) => course !== slug))}
            >
              <Icon name="close" size={16} />
            </IconButton>
          </li>
        ))}
      </ol>
      <TextField
        select
        label="Add a course"
        value=""
        onChange={({ target }) => field.onChange([...chosen, target.value])}
        disabled={others.length === 0}
        error={fieldState.invalid}
        helperText={messageOf(fieldState.error)}
        fullWidth
      >
        {others.map(({ slug, title }) => (
          <MenuItem key={slug} value={slug}>
            {title}
          </MenuItem>
        ))}
      </TextField>
    </Group>
  )
}

function moved<T>(list: T[], from: number, to: number): T[] {
  const next = [...list]
  next.splice(to, 0, ...next.splice(from, 1))
  return next
}

/** What the server refused: the list as a whole, or one course of it. */
function messageOf(error: unknown): string | undefined {
  const all = Array.isArray(error) ? error : [error]
  const found = all.find((one) => typeof one?.message === 'string')
  return found?.message
}
