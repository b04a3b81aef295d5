export { type BackoffPolicy, backoffMs } from './backoff.ts'
export { type Batcher, type BatcherOptions, type BatcherOutcome, createBatcher } from './batcher.ts'
export { bodyLimit } from './body-limit.ts'
export { ConfigError, loadConfig } from './config.ts'
export { bool, durationMs, list, oneOf, port, secret, text, url, wholeNumber } from './config-types.ts'
export { type ConfigField, describeConfig } from './describe-config.ts'
export { errorCode } from './error-code.ts'
export { OmniError } from './errors.ts'
export { checkHealth, type HealthCheck, type HealthReport } from './health.ts'
export { createHttpApp, type HttpApp, type HttpAppOptions, type HttpEnv } from './http-app.ts'
export {
  defaultHttpLimits,
  type HttpLimits,
  type RunningServer,
  type StartServerOptions,
  startServer,
} from './http-server.ts'
export { isUuid, uuidFromBytes, uuidToBytes, uuidv5, uuidv5Bytes, uuidv7, uuidv7Bytes } from './ids.ts'
export { createLogger, type Logger, type LoggerOptions, type LogLevel, silentLogger } from './logger.ts'
export { createMetrics, type Metrics } from './metrics.ts'
export {
  type Problem,
  type ProblemAnswer,
  ProblemError,
  type ProblemOptions,
  toProblem,
  validationProblem,
} from './problem.ts'
export { redact, scrub } from './redact.ts'
export { exitCodes, type ProcessPort, runService, type StoppableService } from './run-service.ts'
export { sleep } from './sleep.ts'
export {
  createSupervisor,
  type Supervisor,
  type SupervisorOptions,
  type Worker,
  type WorkerHealth,
  type WorkerState,
} from './supervisor.ts'
export { childTrace, formatTraceparent, newTrace, parseTraceparent, type TraceContext } from './trace.ts'
export { untilAborted } from './until-aborted.ts'
export { type WaitOptions, waitFor } from './wait-for.ts'
