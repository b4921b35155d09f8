CREATE TABLE `draw` (
	`marathon_id` text NOT NULL,
	`part` integer NOT NULL,
	`places` integer NOT NULL,
	`ids` text NOT NULL,
	PRIMARY KEY(`marathon_id`, `part`)
);
--> statement-breakpoint
ALTER TABLE `application` ADD `draw_order` integer;--> statement-breakpoint
ALTER TABLE `marathon` ADD `registration` text DEFAULT 'first-come' NOT NULL;--> statement-breakpoint
ALTER TABLE `marathon` ADD `entered_count` integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE `marathon` ADD `commitment` text;--> statement-breakpoint
ALTER TABLE `marathon` ADD `secret_seed` text;--> statement-breakpoint
ALTER TABLE `marathon` ADD `seed` text;