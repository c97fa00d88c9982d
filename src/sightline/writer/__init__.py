"""What a training loop calls: SummaryWriter and the parts it is made of."""
