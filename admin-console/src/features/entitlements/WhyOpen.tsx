import { Chip } from '@flagyard/ui/Chip'
import { MenuItem, TextField } from '@mui/material'
import { useState } from 'react'
import { useRecordContext } from 'react-admin'
import { useCall } from '../../crud/useCall.ts'
import { capitalised } from '../../lib/format.ts'
import { sentenceOf } from '../../lib/problem.ts'
import styles from './WhyOpen.module.css'

/** Why something opens to this learner, or why not: the server asks what answers the learner, and gives their words. */
export function WhyOpen() {
  const username = String(useRecordContext()?.id)
  const [chosen, setChosen] = useState('')
  const choices = [
    ...optionsOf('course', useCall('listCourseChoices').data),
    ...optionsOf('lab', useCall('listLabChoices').data),
    ...optionsOf('exam', useCall('listExamChoices').data),
  ]
  const [kind = '', slug = ''] = chosen.split('/')
  return (
    <section className={styles.card} aria-label="Why does it open, or not?">
      <TextField
        select
        fullWidth
        label="Why does it open, or not?"
        value={chosen}
        onChange={(event) => setChosen(event.target.value)}
      >
        <MenuItem value="">Choose a course, lab or exam</MenuItem>
        {choices.map(({ value, label }) => (
          <MenuItem key={value} value={value}>
            {label}
          </MenuItem>
        ))}
      </TextField>
      {slug && <Answer username={username} kind={kind} slug={slug} />}
    </section>
  )
}

const optionsOf = (kind: string, choices: { slug: string; title: string }[] = []) =>
  choices.map(({ slug, title }) => ({ value: `${kind}/${slug}`, label: `${capitalised(kind)}: ${title}` }))

function Answer(input: { username: string; kind: string; slug: string }) {
  const { data, error } = useCall('explainAccess', input)
  return (
    <p className={styles.answer} role="status">
      {error && sentenceOf(error)}
      {!data && !error && 'Asking…'}
      {data && (
        <>
          <Chip tone={data.granted ? 'good' : 'bad'}>{data.granted ? 'Opens' : 'Does not open'}</Chip>
          <span>{data.message}</span>
        </>
      )}
    </p>
  )
}
