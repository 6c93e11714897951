import { basename, dirname, join } from 'node:path'
import { areas } from '../../api-server/src/registry/features.ts'
import { isEarlier } from '../../api-server/src/release.ts'

export interface Source {
  path: string
  text: string
  imports: string[]
}

/** Files that match `of` must not import what matches `not`. */
const layers: { of: RegExp; not: RegExp; why: string }[] = [
  {
    of: /^packages\/api-types\//,
    not: /^(@flagyard\/|packages\/(auth|ui)\/)/,
    why: 'the contract imports no other package of this repository',
  },
  { of: /^packages\/auth\//, not: /^@flagyard\/ui/, why: 'auth and ui know the contract, not each other' },
  { of: /^packages\/ui\//, not: /^@flagyard\/auth/, why: 'auth and ui know the contract, not each other' },
  {
    of: /^learner-web\/src\/lib\//,
    not: /^learner-web\/src\/(app|features|shell)\//,
    why: 'app, features, shell, lib',
  },
  {
    of: /^learner-web\/src\/shell\//,
    not: /^learner-web\/src\/(features|app)\//,
    why: 'app, features, shell, lib',
  },
  {
    of: /^learner-web\/src\/features\//,
    not: /^learner-web\/src\/app\//,
    why: 'app, features, shell, lib',
  },
  {
    of: /^(learner-web\/src\/(?!lib\/)|admin-console\/src\/(?!providers\/)|packages\/(auth|ui)\/)/,
    not: /^ky$/,
    why: 'only lib/ and providers/ know the network',
  },
  {
    of: /^api-server\/src\/(db|integrations|identity|limits|audit-log|mail|jobs|errors)[/.]/,
    not: /^api-server\/src\/(areas|http|registry|demo)\//,
    why: 'lower layers must not import features',
  },
  {
    of: /^packages\/cloud-simulator\//,
    not: /^((?!packages\/cloud-simulator\/)[\w-]+\/|@flagyard\/|fastify$|drizzle-orm|pg$|node:(?!crypto$|buffer$))/,
    why: 'the simulated clouds reach nothing beyond their arguments',
  },
  {
    of: /^packages\/record-verifier\//,
    not: /^((?!packages\/record-verifier\/)[\w-]+\/|@|node:(?!fs$|util$))/,
    why: 'the verifier recomputes results without the code that stored them',
  },
  {
    of: /^api-server\/src\/http\//,
    not: /^api-server\/src\/(areas|registry|demo)\//,
    why: 'http is a layer below features',
  },
  {
    of: /^api-server\/src\/areas\/(?!.*routes\.ts$)/,
    not: /^(fastify$|@fastify\/)/,
    why: 'only http/ and routes know HTTP',
  },
  {
    of: /^api-server\/src\/areas\//,
    not: /^api-server\/src\/(registry|demo)\//,
    why: 'the registry imports the features, not the other way round',
  },
  {
    of: /^api-server\/src\/areas\/(?!.*([/-](queries|sql)|-source)\.ts$)/,
    not: /^(drizzle-orm(\/|$)|pg$)/,
    why: 'only queries.ts and sql.ts (and *-queries.ts, *-sql.ts, *-source.ts) know SQL',
  },
]

/** Finds `import … from`, `export … from` and `import()`, including type imports. */
export function sourceOf(path: string, text: string): Source {
  const named = [...text.matchAll(/\b(?:from|import)\s*\(?\s*'([^']+)'/g)].map(([, name = '']) => name)
  return { path, text, imports: named.map((name) => (name.startsWith('.') ? join(dirname(path), name) : name)) }
}

export const layerViolations = (sources: Source[]): string[] => [
  ...queriesImportingService(sources),
  ...folderLayerViolations(sources),
]

/** Layers inside a feature: routes, service, queries. From other features, queries may import row types and SQL fragments. */
const queriesImportingService = (sources: Source[]) =>
  sources
    .filter(({ path }) => /([/-](queries|sql)|-source)\.ts$/.test(path) && featureOf(path))
    .flatMap(({ path, imports }) =>
      imports
        .filter((target) => featureOf(target) === featureOf(path) && /\/(admin-)?(service|routes)\.ts$/.test(target))
        .map((target) => `${path} imports ${target} (routes, service, queries, db)`),
    )

const folderLayerViolations = (sources: Source[]): string[] =>
  sources.flatMap(({ path, imports }) =>
    layers
      .filter(({ of }) => of.test(path))
      .flatMap(({ not, why }) =>
        imports.filter((target) => not.test(target)).map((target) => `${path} imports ${target} (${why})`),
      ),
  )

const features: readonly { area: string; name: string; tables: readonly string[] }[] = areas.flatMap((area) =>
  area.features.map(({ name, tables }) => ({ area: area.name, name, tables })),
)
const names = features.map(({ name }) => name)
const featureOf = (path: string) => /^api-server\/src\/areas\/[^/]+\/([^/]+)\//.exec(path)?.[1]

/** Readers of the command line other than its parser, and the guard, which is a program in a text. */
export const argumentReaders = (sources: Source[]): string[] =>
  sources
    .filter(({ path, text }) => path.startsWith('api-server/') && text.includes('process.argv'))
    .map(({ path }) => path)
    .filter((path) => !/\/(commands\/command-line|integrations\/clouds\/run-program)\.ts$/.test(path))

/** Spreads of an object literal, which only pack properties onto one line. `{...{` is one of JSX attributes. */
export const packedSpreads = (sources: Source[]): string[] =>
  sources.flatMap(({ path, text }) =>
    [...text.matchAll(/(?<!\{)\.\.\.\{/g)].map(
      ({ index }) =>
        `${path}:${text.slice(0, index).split('\n').length} spreads an object literal: write its properties`,
    ),
  )

/** First migration that must leave the schema usable by the previous release. */
const FIRST_WIDENING = 86

/** Statements after which the previous release cannot read or write as before. */
const narrowing = [
  /\bdrop\s+(table|column|view|materialized view|type|schema|function|sequence)\b/i,
  /\brename\b/i,
  /\balter\s+(column\s+)?"?\w+"?\s+(set\s+data\s+)?type\b/i,
  /\b(set\s+not\s+null|drop\s+default|set\s+schema)\b/i,
  /\badd\s+(column\s+)?(?!constraint\b)(?:(?!\bdefault\b|\bgenerated\b)[^;,])*\bnot\s+null\b(?![^;,]*\b(default|generated)\b)/i,
]

/**
 * Statements of migrations that break the previous release, which runs on the new schema during an upgrade and after a step back. To narrow the schema,
 * release a version that no longer uses the column or table, then name that version in the next one: `-- unused since 1.2.0`.
 */
export function narrowingMigrations(migrations: { name: string; text: string }[], version: string): string[] {
  return migrations
    .filter(({ name }) => Number.parseInt(name, 10) >= FIRST_WIDENING)
    .flatMap(({ name, text }) =>
      text.split(/;|--> statement-breakpoint/).flatMap((part) => {
        const since = /^\s*-- unused since (\d+\.\d+\.\d+)$/m.exec(part)?.[1]
        const statement = part
          .replaceAll(/--[^\n]*|'(?:[^']|'')*'/g, ' ')
          .replaceAll(/\s+/g, ' ')
          .trim()
        if (!narrowing.some((pattern) => pattern.test(statement))) return []
        if (since && isEarlier(since, version)) return []
        return [
          `${name}: ${statement.slice(0, 100)} (${since ? `${since} is not released yet` : 'no "-- unused since VERSION"'})`,
        ]
      }),
    )
}

/** Feature folders outside their declared area. */
export const misplacedFeatures = (sources: Source[]): string[] => {
  const folders = sources.flatMap(({ path }) => /^api-server\/src\/areas\/([^/]+\/[^/]+)\//.exec(path)?.[1] ?? [])
  const written = new Set(features.map(({ area, name }) => `${area}/${name}`))
  return [...new Set(folders)].filter((folder) => !written.has(folder))
}

/** Folders of the contract and the apps that have no feature of the same name. Only the learners' static pages have no feature. */
export const foreignWords = (sources: Source[]): string[] => {
  const folders = sources.flatMap(
    ({ path }) =>
      /^(packages\/api-types\/src\/(?!contract\/)|(admin-console|learner-web)\/src\/features\/)[^/]+(?=\/)/.exec(
        path,
      )?.[0] ?? [],
  )
  return [...new Set(folders)].filter(
    (folder) => !names.includes(basename(folder)) && folder !== 'learner-web/src/features/pages',
  )
}

/** Calls whose row is in another folder of the contract than the feature that serves them. Calls of the demo have no feature. */
export function foreignRows(sources: Source[]): string[] {
  const folderOf = new Map<string, string>()
  for (const { path, text } of sources) {
    const folder = /^packages\/api-types\/src\/([^/]+)\/[\w-]*operations\.ts$/.exec(path)?.[1]
    if (!folder) continue
    for (const [, call = ''] of text.matchAll(/^ {2}(\w+): \w/gm)) folderOf.set(call, folder)
  }
  return sources.flatMap(({ path, text }) => {
    const feature = featureOf(path)
    if (!feature || !path.endsWith('routes.ts')) return []
    const calls = [...text.matchAll(/'(\w+)'/g)].map(([, call = '']) => call)
    return calls
      .filter((call) => folderOf.has(call) && folderOf.get(call) !== feature)
      .map((call) => `${call} is served by ${feature}, and its row is in ${folderOf.get(call)}`)
  })
}

/**
 * Layers of the server below the features, from top to bottom, including types. Folders that are not listed are leaves, or are composed in the
 * registry and the programs.
 */
const SERVER_LAYERS = [
  ['areas'],
  ['http'],
  ['audit-log', 'limits', 'mail'],
  ['deps.ts'],
  ['extension-points', 'ports'],
  ['identity'],
  ['integrations'],
  ['jobs'],
  ['db'],
  ['brand.ts', 'config.ts'],
  ['secrets.ts', 'errors.ts'],
]
const layerOf = (path: string) => {
  const place = /^api-server\/src\/([^/]+)/.exec(path)?.[1] ?? ''
  return SERVER_LAYERS.findIndex((layer) => layer.includes(place))
}

/** Imports from a layer of the server to one above it. */
export const upwardLayers = (sources: Source[]): string[] =>
  sources.flatMap(({ path, imports }) =>
    imports
      .filter((target) => layerOf(target) !== -1 && layerOf(target) < layerOf(path))
      .map((target) => `${path} imports ${target}`),
  )

/** Position in the order of all features; 0 is the top feature of the top area. */
function rankOf(feature: string): number {
  const rank = names.indexOf(feature)
  if (rank === -1) throw new Error(`${feature} is not in api-server/src/registry/features.ts`)
  return rank
}

export const upwardImports = (sources: Source[]): string[] =>
  sources.flatMap(({ path, imports }) => {
    const from = featureOf(path)
    if (!from) return []
    return imports.flatMap((target) => {
      const to = featureOf(target)
      return to && rankOf(to) < rankOf(from) ? [`${path} imports ${target}`] : []
    })
  })

/** Imports of a feature's files from outside of it, other than through its door. Only the registry plugs in a feature's parts directly. */
export const pastDoors = (sources: Source[]): string[] =>
  sources.flatMap(({ path, imports }) =>
    imports
      .filter((target) => {
        const to = featureOf(target)
        return to && to !== featureOf(path) && !path.startsWith('api-server/src/registry/') && !isDoor(target)
      })
      .map((target) => `${path} imports ${target}`),
  )

const isDoor = (path: string) => /^api-server\/src\/areas\/[^/]+\/[^/]+\/index\.ts$/.test(path)

/** Functions and values that a door exports without a docstring: other features should not have to read the code behind them. */
export function undescribedExports(sources: Source[]): string[] {
  const texts = new Map(sources.map(({ path, text }) => [path, text]))
  return sources
    .filter(({ path }) => isDoor(path))
    .flatMap(({ path, text }) =>
      [...text.matchAll(/^export \{([^}]*)\} from '([^']+)'/gm)].flatMap(([, list = '', from = '']) => {
        const file = join(dirname(path), from)
        const names = list.split(',').map((name) => name.trim())
        return names
          .filter((name) => name && !name.startsWith('type ') && !hasDocstring(texts.get(file) ?? '', name))
          .map((name) => `${file} ${name}`)
      }),
    )
}

const hasDocstring = (text: string, name: string) =>
  new RegExp(`\\*/\\nexport (async )?(const|function\\*?|class) ${name}\\b`).test(text)

const ownerOf = new Map<string, string>(
  features.flatMap(({ name, tables }) => tables.map((table) => [table, name] as const)),
)

/** Tables that belong to a layer below the features, with the owning folder. */
const sharedTables = new Map([
  ['audit', 'audit-log'],
  ['outbox', 'mail'],
  ['idempotency_keys', 'http'],
  ['rate_limits', 'limits'],
])

/** Table names by the variable that the schema exports. */
function tablesOf(sources: Source[]): Map<string, string> {
  const schemas = sources.filter(({ path }) => path.startsWith('api-server/src/db/schema/'))
  const found = schemas.flatMap(({ text }) => [...text.matchAll(/export const (\w+) = pgTable\(\s*'(\w+)'/g)])
  return new Map(found.map(([, variable = '', table = '']) => [variable, table]))
}

export const ownerlessTables = (sources: Source[]) =>
  [...tablesOf(sources).values()].filter((table) => !ownerOf.has(table) && !sharedTables.has(table))

/** Tables that a source uses, as imported variables or by name in raw SQL. */
function usesOf({ text }: Source, tables: Map<string, string>): { table: string; writes: boolean }[] {
  const imported = /import (?:type )?\{([^}]*)\} from '[^']*schema\/index\.ts'/.exec(text)?.[1] ?? ''
  const variables = imported.split(',').map((name) => name.trim())
  return [...tables].flatMap(([variable, table]) => {
    // Most sources name few tables, and the patterns are slow.
    if (!text.includes(variable) && !text.includes(table)) return []
    const isWritten = new RegExp(
      `\\.(insert|update|delete)\\(\\s*${variable}\\b|(insert into|update|delete from)\\s+(\\$\\{${variable}\\}|${table}\\b)(?!\\.)`,
    ).test(text)
    const isRead = variables.includes(variable) || new RegExp(`\\b(from|join)\\s+${table}\\b(?!')`).test(text)
    return isWritten || isRead ? [{ table, writes: isWritten }] : []
  })
}

export function foreignWrites(sources: Source[]): string[] {
  const tables = tablesOf(sources)
  return sources.flatMap((source) => {
    const folder = featureOf(source.path) ?? /^api-server\/src\/(\w[\w-]*)\//.exec(source.path)?.[1]
    if (!folder || ['db', 'demo', 'integrations'].includes(folder)) return []
    return usesOf(source, tables)
      .filter(({ table, writes }) => writes && (ownerOf.get(table) ?? sharedTables.get(table)) !== folder)
      .map(({ table }) => `${source.path} writes ${table}`)
  })
}

export function upwardReads(sources: Source[]): string[] {
  const tables = tablesOf(sources)
  return sources.flatMap((source) => {
    const feature = featureOf(source.path)
    if (!feature) return []
    return usesOf(source, tables)
      .filter(({ table }) => rankOf(ownerOf.get(table) ?? feature) < rankOf(feature))
      .map(({ table }) => `${source.path} reads ${table} of ${ownerOf.get(table)}`)
  })
}

/** Import cycles of all files, and of folders of `sources` that are not nested in each other. */
export function cycles(sources: Source[], others: Source[] = []): string[] {
  const files = new Map(
    [...sources, ...others].map(({ path, imports }) => [path, imports.filter((target) => !target.startsWith('@'))]),
  )
  const folders = new Map<string, Set<string>>()
  for (const { path, imports } of sources) {
    const from = dirname(path)
    for (const target of imports) {
      const to = dirname(target)
      const isNested = `${from}/`.startsWith(`${to}/`) || `${to}/`.startsWith(`${from}/`)
      if (!isNested && files.has(target)) folders.set(from, (folders.get(from) ?? new Set()).add(to))
    }
  }
  return [...connectedComponents(files), ...connectedComponents(folders)].map((component) => component.join(' → '))
}

/** Strongly connected components with more than one node (Tarjan's algorithm). */
function connectedComponents(graph: ReadonlyMap<string, Iterable<string>>): string[][] {
  const index = new Map<string, number>()
  const low = new Map<string, number>()
  const stack: string[] = []
  const found: string[][] = []
  const visit = (node: string) => {
    const ownIndex = index.size
    index.set(node, ownIndex)
    low.set(node, ownIndex)
    stack.push(node)
    for (const next of graph.get(node) ?? []) {
      if (!graph.has(next)) continue
      if (!index.has(next)) visit(next)
      if (stack.includes(next)) low.set(node, Math.min(low.get(node) ?? ownIndex, low.get(next) ?? ownIndex))
    }
    if (low.get(node) !== ownIndex) return
    const component = stack.splice(stack.indexOf(node))
    if (component.length > 1) found.push(component)
  }
  for (const node of graph.keys()) if (!index.has(node)) visit(node)
  return found
}
