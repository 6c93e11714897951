import type { CloudLogLine, LabDefense } from '@flagyard/api-types'
import { Button } from '@flagyard/ui/Button'
import { errorMessage, Failed, Loading } from '@flagyard/ui/Feedback'
import { FormError } from '@flagyard/ui/Form'
import { type QueryKey, useQuery } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { api } from '../../lib/api.ts'
import { callQuery, queryClient } from '../../lib/query.ts'
import { useAction } from '../../lib/useAction.ts'
import * as t from '../../messages/en/lab-shell.ts'
import { RichLine, RichText } from '../../shell/RichText.tsx'
import styles from './Shell.module.css'

interface Props {
  /** Source of the log. */
  of: 'lab' | 'rehearsal'
  queryKey: QueryKey
  read: () => Promise<LabDefense>
  answer: (answer: { line_id: string; rule: number }) => Promise<LabDefense>
}

/** The defender's view of a deployed lab. */
export function LabDefenseSide({ lab }: { lab: string }) {
  return (
    <Defense
      of="lab"
      queryKey={callQuery('getLabDefense', { slug: lab }).queryKey}
      read={() => api.getLabDefense({ slug: lab })}
      answer={(labDefenseAnswer) => api.answerLabDefense({ slug: lab, labDefenseAnswer })}
    />
  )
}

export function Defense({ of, queryKey, read, answer }: Props) {
  const { data, error, refetch } = useQuery({ queryKey, queryFn: read, refetchOnMount: 'always' })
  const what = t.logNoun({ of })
  if (error) return <Failed what={what} why={errorMessage(error)} onRetry={() => void refetch()} />
  if (!data) return <Loading what={what} />
  if (data.state === 'none') return null
  // A rehearsal's log is nested in the rehearsal, so its heading is one level lower.
  const Heading = of === 'lab' ? 'h2' : 'h3'
  const title = of === 'lab' ? t.defendersSide : t.defendersSideOfRehearsal
  return (
    <section id={of === 'lab' ? 'defense' : undefined} className={styles.offer} aria-label={title}>
      <Heading className={styles.title}>{title}</Heading>
      {data.state === 'closed' && <p className="muted">{t.defenseLocked}</p>}
      {data.state === 'empty' && <p className="muted">{t.emptyLog({ of })}</p>}
      {data.state === 'open' && <Question defense={data} queryKey={queryKey} send={answer} />}
    </section>
  )
}

function Question({ defense, queryKey, send }: { defense: LabDefense; queryKey: QueryKey; send: Props['answer'] }) {
  const { question, rules, lines, answer, explanation } = defense
  const [line, setLine] = useState(answer?.line_id ?? '')
  const [rule, setRule] = useState(answer ? String(answer.rule) : '')
  const { run, isPending, error } = useAction()
  const isRight = answer?.line_right === true && answer.rule_right
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    await run(async () => queryClient.setQueryData(queryKey, await send({ line_id: line, rule: Number(rule) })))
  }
  return (
    <form onSubmit={(event) => void submit(event)} className={styles.shell}>
      <RichText>{question ?? ''}</RichText>
      <fieldset className={styles.choices} disabled={isRight}>
        <legend>{t.logLegend}</legend>
        <div className={styles.lines}>
          {lines.map((one) => (
            <label key={one.id} className={styles.line}>
              <input
                type="radio"
                name="line"
                checked={line === one.id}
                onChange={() => setLine(one.id)}
                aria-label={spoken(one)}
              />
              <Line line={one} />
            </label>
          ))}
        </div>
      </fieldset>
      <fieldset className={styles.choices} disabled={isRight}>
        <legend>{t.ruleLegend}</legend>
        {rules.map((text, at) => (
          <label key={text}>
            <input type="radio" name="rule" checked={rule === String(at)} onChange={() => setRule(String(at))} />
            <span>
              <RichLine>{text}</RichLine>
            </span>
          </label>
        ))}
      </fieldset>
      {!isRight && (
        <Button type="submit" variant="primary" disabled={line === '' || rule === ''} busy={isPending}>
          {t.answer}
        </Button>
      )}
      <p role="status">{answer && feedbackOn(answer)}</p>
      <FormError>{error}</FormError>
      {explanation && <RichText>{explanation}</RichText>}
    </form>
  )
}

function Line({ line: { at, identity, action, resource, source_ip, error } }: { line: CloudLogLine }) {
  return (
    <dl>
      <dt>{t.whenHeading}</dt>
      <dd>{t.utcTime({ time: at.slice(0, 19).replace('T', ' ') })}</dd>
      <dt>{t.whoHeading}</dt>
      <dd>{identity}</dd>
      <dt>{t.whatHeading}</dt>
      <dd>{error ? t.refusedAction({ action, error }) : action}</dd>
      <dt>{t.onHeading}</dt>
      <dd>{resource || '–'}</dd>
      <dt>{t.fromHeading}</dt>
      <dd>{source_ip}</dd>
    </dl>
  )
}

const spoken = ({ at, identity, action, resource, source_ip, error }: CloudLogLine) =>
  t.spokenLine({
    time: at.slice(11, 19),
    identity,
    action,
    isNamed: String(resource !== ''),
    resource,
    source: source_ip,
    isRefused: String(Boolean(error)),
    error: error ?? '',
  })

function feedbackOn({ line_right, rule_right }: NonNullable<LabDefense['answer']>): string {
  if (line_right && rule_right) return t.bothRight
  if (line_right) return t.entryRight
  if (rule_right) return t.ruleRight
  return t.neitherRight
}
