"""`ludoteca bench`: what the parts cost, beside baselines that are measured in the same run."""
