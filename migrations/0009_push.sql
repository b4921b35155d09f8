CREATE TABLE `push_clock` (
	`id` integer PRIMARY KEY NOT NULL,
	`seq` integer NOT NULL
);
--> statement-breakpoint
CREATE TABLE `push_delivery` (
	`notice_id` text NOT NULL,
	`subscription_id` text NOT NULL,
	`held_until` integer,
	`at` integer NOT NULL,
	PRIMARY KEY(`notice_id`, `subscription_id`)
);
--> statement-breakpoint
CREATE INDEX `push_delivery_at` ON `push_delivery` (`at`);--> statement-breakpoint
CREATE TABLE `push_subscription` (
	`id` text PRIMARY KEY NOT NULL,
	`endpoint` text NOT NULL,
	`uid` text NOT NULL,
	`p256dh` text NOT NULL,
	`auth` text NOT NULL,
	`seen_at` integer NOT NULL
);
--> statement-breakpoint
CREATE UNIQUE INDEX `push_subscription_endpoint` ON `push_subscription` (`endpoint`);--> statement-breakpoint
CREATE INDEX `push_subscription_uid` ON `push_subscription` (`uid`,`id`);--> statement-breakpoint
CREATE INDEX `notice_urgent_seq` ON `notice` (`seq`) WHERE urgent = 1;