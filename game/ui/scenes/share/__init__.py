"""The page that shares a match or a climb: text, picture, animation, web page, record.

control    makes files by the terminal's commands in processes of their own
climb      the texts and pictures of a climb
clipboard  the system's program that copies a picture
result     the text of a result, its signs as shapes
scene      the page; it polls the job and shows the stored file
"""
