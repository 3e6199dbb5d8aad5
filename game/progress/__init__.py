"""What a player has reached: levels, goals, challenges, daily deals, puzzles; no pygame.

Everything is computed from the stored records each time; only what engines found is stored beside
them.

    daily           the deal of each day, its editions and medals
    daily_history   which days were played, with what result, and the streak
    challenges      the challenges as data, and how a match stands to one
    challenge_progress  which challenges are met
    goals           the goals, and how each is computed from a match
    match_goals     which goals a match was the first to earn
    level           a player's level without the luck of the calls, as arithmetic
    level_findings  the same from stored attempts, measured by the engines
    tonight         what people at this screen have won of each other tonight
    deal_totals     what computers made of a deal, and the best, as stored by rounds
    findings        the engines' results about a finished deal, stored in the profile
    puzzles         positions where a placement cost much
    run             the arcade run: stages, aces, what they come to, its record
    review_steps    a reviewed round, placement by placement
    match_saving    starts and resumes matches whose every change is saved
    engine_client   the client of the engines' process
"""
