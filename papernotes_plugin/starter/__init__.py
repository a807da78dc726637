"""Files of a new site: its configuration, workflows for a code host, and settings of other programs."""
