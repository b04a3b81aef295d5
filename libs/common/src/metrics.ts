import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client'

export type Metrics = {
  registry: Registry
  counter<Label extends string = never>(name: string, help: string, labels?: readonly Label[]): Counter<Label>
  gauge<Label extends string = never>(name: string, help: string, labels?: readonly Label[]): Gauge<Label>
  /** Buckets in the unit of the name; the default suits request times in seconds. */
  histogram<Label extends string = never>(
    name: string,
    help: string,
    labels?: readonly Label[],
    buckets?: readonly number[],
  ): Histogram<Label>
}

const secondsBuckets = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10]

/** One registry for a process; everything in it carries the service's name. Asking twice for a name gives the same metric. */
export const createMetrics = (options: { service: string; processMetrics?: boolean }): Metrics => {
  const registry = new Registry()
  registry.setDefaultLabels({ service: options.service })
  if (options.processMetrics === true) collectDefaultMetrics({ register: registry })
  const once = <Metric>(name: string, create: () => Metric): Metric =>
    (registry.getSingleMetric(name) as Metric | undefined) ?? create()
  const common = <Label extends string>(name: string, help: string, labels: readonly Label[]) => ({
    name,
    help,
    labelNames: [...labels],
    registers: [registry],
  })
  return {
    registry,
    counter: (name, help, labels = []) => once(name, () => new Counter(common(name, help, labels))),
    gauge: (name, help, labels = []) => once(name, () => new Gauge(common(name, help, labels))),
    histogram: (name, help, labels = [], buckets = secondsBuckets) =>
      once(name, () => new Histogram({ ...common(name, help, labels), buckets: [...buckets] })),
  }
}
