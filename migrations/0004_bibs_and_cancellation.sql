ALTER TABLE `application` ADD `bib` text;--> statement-breakpoint
CREATE UNIQUE INDEX `application_bib` ON `application` (`marathon_id`,`bib`) WHERE bib IS NOT NULL;--> statement-breakpoint
ALTER TABLE `marathon` ADD `cancelled` text;