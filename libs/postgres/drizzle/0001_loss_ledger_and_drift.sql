CREATE TABLE "drift" (
	"id" uuid PRIMARY KEY NOT NULL,
	"tenant_id" uuid NOT NULL,
	"channel" text NOT NULL,
	"what" text NOT NULL,
	"name" text NOT NULL,
	"account_id" uuid NOT NULL,
	"first_seen_at" timestamp (3) with time zone NOT NULL,
	"last_seen_at" timestamp (3) with time zone NOT NULL,
	"count" bigint DEFAULT 0 NOT NULL,
	"audit_id" uuid NOT NULL,
	"path" text NOT NULL,
	"parser_version" integer NOT NULL,
	"day" date NOT NULL,
	"told_at" timestamp (3) with time zone,
	CONSTRAINT "drift_what" CHECK ("drift"."what" in ('type', 'field', 'event', 'malformed'))
);
--> statement-breakpoint
CREATE TABLE "loss_ledger" (
	"hour" timestamp (3) with time zone NOT NULL,
	"owner_id" uuid NOT NULL,
	"tenant_id" uuid NOT NULL,
	"account_id" uuid NOT NULL,
	"channel" text NOT NULL,
	"webhooks" bigint DEFAULT 0 NOT NULL,
	"pending" bigint DEFAULT 0 NOT NULL,
	"overdue" bigint DEFAULT 0 NOT NULL,
	"oldest_pending_at" timestamp (3) with time zone,
	"mismatched" bigint DEFAULT 0 NOT NULL,
	"received" bigint DEFAULT 0 NOT NULL,
	"stored" bigint DEFAULT 0 NOT NULL,
	"merged" bigint DEFAULT 0 NOT NULL,
	"duplicate" bigint DEFAULT 0 NOT NULL,
	"ignored" bigint DEFAULT 0 NOT NULL,
	"unrouted" bigint DEFAULT 0 NOT NULL,
	"failed" bigint DEFAULT 0 NOT NULL,
	"reasons" jsonb DEFAULT '{}'::jsonb NOT NULL,
	CONSTRAINT "loss_ledger_pkey" PRIMARY KEY("hour","owner_id","tenant_id","account_id","channel")
);
--> statement-breakpoint
CREATE TABLE "loss_ledger_alarms" (
	"id" uuid PRIMARY KEY NOT NULL,
	"tenant_id" uuid NOT NULL,
	"account_id" uuid NOT NULL,
	"channel" text NOT NULL,
	"hour" timestamp (3) with time zone NOT NULL,
	"overdue" bigint DEFAULT 0 NOT NULL,
	"mismatched" bigint DEFAULT 0 NOT NULL,
	"oldest_pending_at" timestamp (3) with time zone,
	"raised_at" timestamp (3) with time zone NOT NULL,
	"cleared_at" timestamp (3) with time zone,
	"raised_told_at" timestamp (3) with time zone,
	"cleared_told_at" timestamp (3) with time zone
);
--> statement-breakpoint
CREATE TABLE "loss_ledger_hours" (
	"owner_id" uuid NOT NULL,
	"hour" timestamp (3) with time zone NOT NULL,
	"generation" bigint DEFAULT 1 NOT NULL,
	"counted" bigint DEFAULT 0 NOT NULL,
	"due_at" timestamp (3) with time zone,
	"not_before" timestamp (3) with time zone,
	"webhooks" bigint DEFAULT 0 NOT NULL,
	"counted_at" timestamp (3) with time zone,
	"locked_until" timestamp (3) with time zone,
	"lock_token" uuid,
	CONSTRAINT "loss_ledger_hours_pkey" PRIMARY KEY("owner_id","hour")
);
--> statement-breakpoint
CREATE UNIQUE INDEX "drift_name" ON "drift" USING btree ("tenant_id","channel","what","name");--> statement-breakpoint
CREATE INDEX "drift_tenant" ON "drift" USING btree ("tenant_id","first_seen_at" desc,"id" desc);--> statement-breakpoint
CREATE INDEX "drift_day" ON "drift" USING btree ("tenant_id","day");--> statement-breakpoint
CREATE INDEX "drift_untold" ON "drift" USING btree ("first_seen_at") WHERE "drift"."told_at" is null;--> statement-breakpoint
CREATE INDEX "loss_ledger_tenant" ON "loss_ledger" USING btree ("tenant_id","hour","channel","account_id");--> statement-breakpoint
CREATE UNIQUE INDEX "loss_ledger_alarms_open" ON "loss_ledger_alarms" USING btree ("hour","tenant_id","account_id","channel") WHERE "loss_ledger_alarms"."cleared_at" is null;--> statement-breakpoint
CREATE INDEX "loss_ledger_alarms_tenant" ON "loss_ledger_alarms" USING btree ("tenant_id","raised_at" desc,"id" desc);--> statement-breakpoint
CREATE INDEX "loss_ledger_alarms_untold" ON "loss_ledger_alarms" USING btree ("raised_at") WHERE "loss_ledger_alarms"."raised_told_at" is null or ("loss_ledger_alarms"."cleared_at" is not null and "loss_ledger_alarms"."cleared_told_at" is null);--> statement-breakpoint
CREATE INDEX "loss_ledger_hours_due" ON "loss_ledger_hours" USING btree ("due_at") WHERE "loss_ledger_hours"."due_at" is not null;