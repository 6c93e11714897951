import { MenuItem, TextField } from '@mui/material'
import { useInput } from 'react-admin'
import { useCall } from '../../../crud/calls.tsx'
import { Group } from '../../../crud/inputs.tsx'
import { OrderList } from '../../content/OrderList.tsx'

/** The ordered courses of a bundle: add from a list, reorder by dragging or with buttons, remove. */
export function CoursesInput() {
  const { field, fieldState } = useInput<string[]>({ source: 'courses', defaultValue: [] })
  const { data = [] } = useCall('listCourseChoices')
  const chosen: string[] = field.value || []
  const titleOf = (slug: string) => data.find((course) => course.slug === slug)?.title ?? slug
  const others = data.filter(({ slug, status }) => !chosen.includes(slug) && status !== 'archived')
  return (
    <Group title="Courses">
      {chosen.length > 0 && (
        <OrderList
          label="Order of the courses"
          items={chosen.map((id) => ({ id, name: titleOf(id) }))}
          move={(from, to) => field.onChange(moved(chosen, from, to))}
          onRemove={(at) => field.onChange(chosen.toSpliced(at, 1))}
        />
      )}
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

const moved = (list: string[], from: number, to: number): string[] =>
  list.toSpliced(from, 1).toSpliced(to, 0, ...list.slice(from, from + 1))

/** Server error of the list or of one of its courses. */
function messageOf(error: unknown): string | undefined {
  const all = Array.isArray(error) ? error : [error]
  const found = all.find((one) => typeof one?.message === 'string')
  return found?.message
}
