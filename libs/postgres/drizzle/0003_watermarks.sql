CREATE TABLE "thread_watermarks" (
	"account_id" uuid NOT NULL,
	"thread_key" text NOT NULL,
	"status" text NOT NULL,
	"tenant_id" uuid NOT NULL,
	"up_to" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "thread_watermarks_pkey" PRIMARY KEY("account_id","thread_key","status"),
	CONSTRAINT "thread_watermarks_status" CHECK ("thread_watermarks"."status" in ('delivered', 'read'))
);
--> statement-breakpoint
ALTER TABLE "conversations" ADD COLUMN "via" text;