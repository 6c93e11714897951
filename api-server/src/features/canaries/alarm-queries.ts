import { consolePaths } from '@flagyard/api-types/links'
import { and, asc, eq, sql } from 'drizzle-orm'
import { labs } from '../../db/schema/index.ts'
import type { AlarmRule } from '../../extension-points/alarm-rule.ts'

/** The canary did not get through a lab, and has not since. */
const canaryFailed: AlarmRule = {
  kind: 'canary_failed',
  level: 'warning',
  async find(tx) {
    const rows = await tx
      .select({ slug: labs.slug, title: labs.title, health: labs.health })
      .from(labs)
      .where(and(eq(labs.health_state, 'failed'), eq(labs.status, 'published'), sql`${labs.canary} is not null`))
      .orderBy(asc(labs.slug))
    return rows.map(({ slug, title, health }) => ({
      subject: slug,
      count: 1,
      sentence: `The canary could not solve “${title}”: it failed at ${health?.message}`,
      links: [{ label: 'Its runs', to: `${consolePaths.lab(slug)}/canary` }],
    }))
  },
}

export const canaryAlarms: readonly AlarmRule[] = [canaryFailed]
