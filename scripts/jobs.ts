import { jobs } from '../api-server/src/registry/jobs.ts'

/** Page with all background jobs, from the table in `api-server/src/registry/jobs.ts`. */
export function page(): string {
  return [
    '# Background jobs',
    '',
    'A job without an interval is sent by what needs it. Any run may be repeated, so the last column says what a second run does.',
    '`/metrics` counts the runs of each as `flagyard_job_seconds`.',
    '',
    '| job | every | what it does | what a second run does |',
    '| --- | ----- | ------------ | ---------------------- |',
    ...Object.entries(jobs).map(
      ([name, { every, does, replay }]) => `| \`${name}\` | ${every ?? ''} | ${does} | ${replay} |`,
    ),
    '',
  ].join('\n')
}
