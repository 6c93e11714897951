/** Sends traces and metrics to an OpenTelemetry collector. Imported only if one is configured. */
import { randomUUID } from 'node:crypto'
import { subscribe } from 'node:diagnostics_channel'
import type { ClientRequest, IncomingMessage } from 'node:http'
import { monitorEventLoopDelay } from 'node:perf_hooks'
import {
  type Span as ApiSpan,
  isSpanContextValid,
  ROOT_CONTEXT,
  type SpanContext,
  SpanKind,
  SpanStatusCode,
  trace,
} from '@opentelemetry/api'
import { OTLPMetricExporter } from '@opentelemetry/exporter-metrics-otlp-http'
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http'
import { detectResources, envDetector, resourceFromAttributes } from '@opentelemetry/resources'
import { MeterProvider, PeriodicExportingMetricReader } from '@opentelemetry/sdk-metrics'
import {
  AlwaysOffSampler,
  AlwaysOnSampler,
  BatchSpanProcessor,
  ParentBasedSampler,
  type Sampler,
  TraceIdRatioBasedSampler,
  TracerProvider,
} from '@opentelemetry/sdk-trace'
import { PgPreparedQuery } from 'drizzle-orm/pg-core'
import type { FastifyBaseLogger } from 'fastify'
import type { Config } from './config.ts'
import type { Db } from './db/open.ts'
import { BUCKETS, type Meter } from './http/metrics.ts'
import { readRelease } from './release.ts'
import { type Attributes, runOutside, type Span, startSpan, type Tracer, traced, traceWith } from './tracing.ts'

export interface Telemetry {
  meter: Meter | undefined
  /** Sends what is left, for at most two seconds. */
  stop(): Promise<void>
}

/** The exporters read the other OTEL_* variables from the environment. */
export function startTelemetry(
  { traces, metrics, sampler, ratio, intervalMs }: NonNullable<Config['telemetry']>,
  { db, log }: { db: Db; log: FastifyBaseLogger },
): Telemetry {
  const { version } = readRelease()
  const own = { 'service.name': 'flagyard', 'service.version': version, 'service.instance.id': randomUUID() }
  const resource = resourceFromAttributes(own).merge(detectResources({ detectors: [envDetector] }))
  const stops: (() => Promise<void>)[] = []
  if (traces) {
    const exporter = reporting(new OTLPTraceExporter(), 'Traces', log)
    const spanProcessors = [new BatchSpanProcessor({ exporter, scheduledDelayMillis: intervalMs.traces })]
    const provider = new TracerProvider({ resource, sampler: samplers[sampler](ratio), spanProcessors })
    traceWith(tracerOf(provider, version))
    traceDatabase(db)
    traceOutgoingRequests()
    stops.push(() => provider.shutdown())
  }
  let meter: Meter | undefined
  if (metrics) {
    const exporter = reporting(new OTLPMetricExporter(), 'Metrics', log)
    const reader = new PeriodicExportingMetricReader({ exporter, exportIntervalMillis: intervalMs.metrics })
    const provider = new MeterProvider({ resource, readers: [reader] })
    meter = meterOf(provider, version)
    stops.push(() => provider.shutdown())
  }
  return {
    meter,
    async stop() {
      const sent = Promise.allSettled(stops.map((stop) => stop()))
      await Promise.race([sent, new Promise((resolve) => setTimeout(resolve, 2_000).unref())])
    },
  }
}

const samplers: Record<NonNullable<Config['telemetry']>['sampler'], (ratio: number) => Sampler> = {
  always_on: () => new AlwaysOnSampler(),
  always_off: () => new AlwaysOffSampler(),
  traceidratio: (ratio) => new TraceIdRatioBasedSampler(ratio),
  parentbased_always_on: () => new ParentBasedSampler({ root: new AlwaysOnSampler() }),
  parentbased_always_off: () => new ParentBasedSampler({ root: new AlwaysOffSampler() }),
  parentbased_traceidratio: (ratio) => new ParentBasedSampler({ root: new TraceIdRatioBasedSampler(ratio) }),
}

interface Exporter<Items> {
  export(items: Items, done: (result: { code: number; error?: Error }) => void): void
}

/** Logs the first failure after a success. Exports start within a request, but must not become part of its trace. */
function reporting<Items, E extends Exporter<Items>>(
  exporter: E & Exporter<Items>,
  what: string,
  log: FastifyBaseLogger,
): E {
  const send = exporter.export.bind(exporter)
  let isFailing = false
  exporter.export = (items, done) =>
    runOutside(() =>
      send(items, (result) => {
        const failed = result.code !== 0
        if (failed && !isFailing)
          log.warn({ err: result.error }, `${what} cannot be sent to the collector and are lost`)
        isFailing = failed
        done(result)
      }),
    )
  return exporter
}

const kinds = {
  server: SpanKind.SERVER,
  consumer: SpanKind.CONSUMER,
  client: SpanKind.CLIENT,
  internal: SpanKind.INTERNAL,
}

function tracerOf(provider: TracerProvider, version: string): Tracer {
  const tracer = provider.getTracer('flagyard', version)
  const spans = new WeakMap<Span, ApiSpan>()
  return {
    start(name, kind, attributes, parent) {
      const remote = typeof parent === 'string' ? readTraceparent(parent) : undefined
      const known = typeof parent === 'object' ? spans.get(parent) : remote && trace.wrapSpanContext(remote)
      const context = known ? trace.setSpan(ROOT_CONTEXT, known) : ROOT_CONTEXT
      const started = tracer.startSpan(name, { kind: kinds[kind], attributes }, context)
      const { traceId, spanId, traceFlags } = started.spanContext()
      const span: Span = {
        traceId,
        traceparent: `00-${traceId}-${spanId}-0${traceFlags & 1}`,
        end(more = {}, error) {
          started.setAttributes(more)
          if (error !== undefined) started.setAttribute('error.type', typeOf(error))
          if (error !== undefined || Number(more['http.response.status_code']) >= 500)
            started.setStatus({ code: SpanStatusCode.ERROR })
          started.end()
        },
      }
      spans.set(span, started)
      return span
    },
  }
}

function readTraceparent(header: string): SpanContext | undefined {
  const [, traceId = '', spanId = '', flags] = /^00-([\da-f]{32})-([\da-f]{16})-([\da-f]{2})$/.exec(header) ?? []
  const context = { traceId, spanId, traceFlags: Number.parseInt(flags ?? '0', 16) & 1, isRemote: true }
  return isSpanContextValid(context) ? context : undefined
}

/** Code or class of an error. Its message may quote values. */
function typeOf(error: unknown): string {
  if (!(error instanceof Error)) return typeof error
  const { code } = (error.cause ?? error) as { code?: unknown }
  return typeof code === 'string' && /^\w{1,40}$/.test(code) ? code : error.name
}

/** Both databases run every statement of drizzle through this method. Only the first word of a statement is sent. */
function traceDatabase(db: Db): void {
  const begin = db.transaction.bind(db)
  db.transaction = (work, config) => traced('transaction', 'internal', {}, () => begin(work, config))
  const prototype = PgPreparedQuery.prototype as unknown as { queryWithCache: RunQuery }
  const run = prototype.queryWithCache
  prototype.queryWithCache = function (text, params, query) {
    const operation = /^\s*(\w+)/.exec(text)?.[1]?.toUpperCase() ?? 'OTHER'
    return traced(operation, 'client', { 'db.operation.name': operation }, () => run.call(this, text, params, query))
  }
}

type RunQuery = (this: unknown, text: string, params: unknown[], query: () => Promise<unknown>) => Promise<unknown>

/** Requests to clouds, file stores, Stripe and webhooks. Paths are not sent, because they may contain secrets. */
function traceOutgoingRequests(): void {
  const spans = new WeakMap<ClientRequest, Span>()
  const end = (request: ClientRequest, attributes: Attributes, error?: unknown) => {
    spans.get(request)?.end(attributes, error)
    spans.delete(request)
  }
  subscribe('http.client.request.created', (message) => {
    const { request } = message as { request: ClientRequest }
    const attributes = { 'http.request.method': request.method, 'server.address': request.host }
    const span = startSpan(request.method, attributes)
    if (!span) return
    spans.set(request, span)
    if (!request.headersSent) request.setHeader('traceparent', span.traceparent)
  })
  subscribe('http.client.response.finish', (message) => {
    const { request, response } = message as { request: ClientRequest; response: IncomingMessage }
    end(request, { 'http.response.status_code': response.statusCode ?? 0 })
  })
  subscribe('http.client.request.error', (message) => {
    const { request, error } = message as { request: ClientRequest; error: Error }
    end(request, {}, error)
  })
}

function meterOf(provider: MeterProvider, version: string): Meter {
  const meter = provider.getMeter('flagyard', version)
  const inSeconds = { unit: 's', advice: { explicitBucketBoundaries: BUCKETS } }
  const requests = meter.createHistogram('http.server.request.duration', inSeconds)
  const runs = meter.createHistogram('flagyard.job.duration', inSeconds)
  const delay = monitorEventLoopDelay({ resolution: 20 })
  delay.enable()
  meter.createObservableGauge('nodejs.eventloop.delay.p99', { unit: 's' }).addCallback((result) => {
    result.observe(delay.percentile(99) / 1e9)
    delay.reset()
  })
  meter
    .createObservableGauge('process.memory.usage', { unit: 'By' })
    .addCallback((result) => result.observe(process.memoryUsage.rss()))
  return {
    request: ({ method, route, status }, seconds) =>
      requests.record(seconds, {
        'http.request.method': method,
        'http.route': route,
        'http.response.status_code': status,
      }),
    run: (labels, seconds) => runs.record(seconds, labels),
  }
}
